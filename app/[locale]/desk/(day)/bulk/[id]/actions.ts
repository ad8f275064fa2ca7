"use server";

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { parseDecisionForm, parseVersion } from "@/app/[locale]/desk/_lib/parse-decision-form";
import { getSubjectId } from "@/app/[locale]/desk/_lib/session";
import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { ActionState, FormAction } from "@/components/forms/action-state";
import { bulkKinds, groupMailShape, includeDuplicate, setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments, startBulk, undoBulk } from "@/lib/desk/bulk/verbs";

/** The other fields are those of a single decision. */
const bulkSchema = z.object({
  kind: z.enum(bulkKinds).optional().catch(undefined),
  label: z.string().default(""),
  ...groupMailShape,
});

/** Leads to the preview. */
export const chooseBulkAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const bulk = await getSubjectId();
    const { kind, ...said } = parseForm(form, bulkSchema);
    if (!kind) return { goTo: `/desk/bulk/${bulk}` };
    await setBulkInput({ bulk, kind, ...said, ...parseDecisionForm(form) }, actor);
    return { goTo: `/desk/bulk/${bulk}/check` };
  });

export const includeAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const bulk = await getSubjectId();
    await includeDuplicate(readActionInput(form, includeDuplicate, { bulk }), actor);
    return { goTo: `/desk/bulk/${bulk}/check` };
  });

export const startBulkAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const bulk = await getSubjectId();
    await startBulk(readActionInput(form, startBulk, { bulk, version: parseVersion(form) }), actor);
    return { goTo: `/desk/bulk/${bulk}` };
  });

/** Starts another bulk action with the skipped enrollments. */
export async function selectSkippedAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return runAsStaff(form, async ({ actor }) => {
    const id = await selectEnrollments({ leftOutOf: await getSubjectId() }, actor);
    return id ? { goTo: `/desk/bulk/${id}` } : { problems: [{ words: t("bulk_gone") }] };
  });
}

export const undoBulkAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const bulk = await getSubjectId();
    await undoBulk({ bulk }, actor);
    return { goTo: `/desk/bulk/${bulk}` };
  });
