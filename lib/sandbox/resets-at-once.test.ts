import { expect, test } from "vitest";
import { createApiKey, defaultScopes, findApiKeys } from "@/lib/api/keys";
import { getPool } from "@/lib/platform/database/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { enrollAndListMails } from "@/test/support/domain/mail";
import { resetSandbox } from "./writes";

await seedDemoSchool();
const ids = ["a", "b", "c", "d"].map(async (name) => {
  const key = await createApiKey({ name, scopes: defaultScopes, expiresAt: null, mode: "test" });
  return (await findApiKeys(key))[0]?.id as number;
});
const sandboxes = await Promise.all(ids);

test("sandboxes are emptied at once, each twice, while others enroll in them: no reset fails", async () => {
  for (let round = 0; round < 12; round++) {
    const each = sandboxes.map((sandboxId) =>
      withSandbox({ sandboxId }, async () => {
        for (let at = 0; at < 4; at++)
          await enrollAndListMails(at % 2 ? anAdult() : aMinor({ guardians: 2 }));
      }),
    );
    await Promise.all(each);
    const resets = [...sandboxes, ...sandboxes].map((sandboxId) => withSandbox({ sandboxId }, resetSandbox));
    const others = sandboxes.map((sandboxId) =>
      withSandbox({ sandboxId }, () => enrollAndListMails(anAdult())),
    );
    const outcomes = await Promise.allSettled([...resets, ...others]);
    expect(outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([]);
  }
  await Promise.all(sandboxes.map((sandboxId) => withSandbox({ sandboxId }, resetSandbox)));
  const { rows } = await getPool().query(
    "select count(*)::int as left from all_people where sandbox_id <> 0",
  );
  expect(rows).toEqual([{ left: 0 }]);
});
