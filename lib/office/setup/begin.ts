import { z } from "zod";
import { defineLooseAction, ActionError } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/changes";
import { deleteAllSandboxData } from "@/lib/sandbox/forget";
import { saveSetting } from "@/lib/school/settings";
import { readDemoStatus, listOwnYears, deleteSchoolData } from "./demo";

/**
 * Takes the demo school away, so that a school begins with its own; the next start does not bring it back (desk 43).
 * @returns how many enrollments went
 * @throws Refused `own_year` where a school year is not the demo's; `own_enrollments` with their `count`: by `made_up`
 * those that are anybody's, by `none` every one
 */
export const removeDemo = defineLooseAction(
  "demo_removed",
  "replace_school",
  z.object({
    sure: z.literal("yes", "required"),
    enrollments: z.enum(["none", "made_up", "all"]).default("made_up"),
  }),
  async ({ inTransaction }, { enrollments }) => {
    const count = await inTransaction(async ({ tx, audit }) => {
      await tx.$executeRaw`lock table school_years, all_enrollments in share row exclusive mode`; // as an import does
      const own = await listOwnYears(tx);
      if (own.length > 0) throw new ActionError({ code: "own_year", values: { years: own.join(", ") } });
      const demo = await readDemoStatus(tx);
      const { madeUp = 0, others = 0 } = demo ?? {};
      const standing = { none: madeUp + others, made_up: others, all: 0 }[enrollments];
      if (standing > 0) throw new ActionError({ code: "own_enrollments", values: { count: standing } });
      // From a page as old as the demo: what the school has typed since, before its first year, stays.
      const gone = demo ? await deleteSchoolData(tx) : 0;
      const [old, now] = await saveSetting(tx, "demo_school", false);
      if (old !== now)
        await audit(
          { kind: "setting", id: "demo_school" },
          { value: [String(old), "false"] },
          "setting_changed",
        );
      await audit({ kind: "school", id: "demo" }, { enrollments: [gone, 0] });
      return gone;
    });
    invalidate("settings");
    invalidate("catalogue");
    return count;
  },
);

/** Forgets what test keys have enrolled, with its people and messages; returns how many enrollments went. */
export const deleteTestData = defineLooseAction(
  "test_data_forgotten",
  "replace_school",
  z.object({ sure: z.literal("yes", "required") }),
  async ({ inTransaction }) => {
    const count = await deleteAllSandboxData();
    await inTransaction(({ audit }) => audit({ kind: "school", id: "sandboxes" }, { enrollments: [count, 0] }));
    return count;
  },
);
