import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { aYear, enrolled, staff } from "@/test/decisions";
import { readDecision } from "./decision-form";

test("desk 12: a hand-made post without a version, or with none that counts, decides nothing", async () => {
  const { piano } = await aYear();
  const reference = await enrolled();
  const post = (version?: string) => {
    const form = new FormData();
    form.set("speciality", String(piano));
    if (version !== undefined) form.set("version", version);
    const input = { ...readDecision(form), reference, to: "accepted" } as const;
    return decideAndNotify(input, staff("secretary"), new Date());
  };
  for (const version of [undefined, "", "-1", "1e0", "1"]) {
    await expect(post(version)).rejects.toMatchObject({ code: "changed_meanwhile" });
  }
  await post("0");
});
