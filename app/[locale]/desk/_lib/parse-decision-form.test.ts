import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { createEnrollment, createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import { parseDecisionForm } from "./parse-decision-form";

test("desk 12: a post without a valid version decides nothing", async () => {
  const { piano } = await getCurrentYear();
  const reference = await createEnrollment();
  const post = (version?: string) => {
    const form = new FormData();
    form.set("speciality", String(piano));
    if (version !== undefined) form.set("version", version);
    const input = { ...parseDecisionForm(form), reference, to: "accepted" } as const;
    return decideAndNotify(input, createStaffActor("secretary"), new Date());
  };
  for (const version of [undefined, "", "-1", "1e0", "1"]) {
    await expect(post(version)).rejects.toMatchObject({ code: "changed_meanwhile" });
  }
  await post("0");
});
