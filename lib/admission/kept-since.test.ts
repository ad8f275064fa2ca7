import { expect, test } from "vitest";
import { writeSetting } from "@/lib/school/settings";
import { getRetentionStart } from "./queries";

test("admission 2: the page says since when unsuccessful requests are kept, from the day of the freeze", async () => {
  const frozenAt = new Date("2027-05-31T22:30:00Z"); // 1 June in Madrid
  const now = new Date("2027-05-20T12:00:00Z");
  await writeSetting("keep_unplaced_days", 365);
  await writeSetting("erase_from", "");
  expect(await getRetentionStart({ frozenAt }, now)).toBeUndefined();
  await writeSetting("erase_from", "2027-06-01");
  expect(await getRetentionStart({ frozenAt: null }, now)).toBeUndefined();
  expect(await getRetentionStart({ frozenAt }, now)).toBe("2026-06-01");
  await writeSetting("erase_from", "2027-05-01");
  await writeSetting("keep_unplaced_days", 0);
  expect(await getRetentionStart({ frozenAt: null }, now)).toBe("2027-05-20");
});
