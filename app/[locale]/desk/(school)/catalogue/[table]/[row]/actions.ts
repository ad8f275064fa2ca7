"use server";

import { getTranslations } from "next-intl/server";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { formatChanges, toCatalogueProblems } from "@/app/[locale]/desk/(school)/catalogue/catalogue-changes";
import { getTableAddress } from "@/app/[locale]/desk/(school)/catalogue/table-addresses";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import type { ActionOutcome } from "@/components/forms/action-state";
import { changeRow } from "@/lib/desk/catalogue/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { parseRowForm } from "./parse-row-form";

/** Previews a change, then saves exactly that (desk 26). */
export const saveRowAction = createStaffAction(async ({ actor }, form) =>
  catchConflict(form, actor, () => saveRow(form, actor)),
);

async function saveRow(form: FormData, actor: Actor): Promise<ActionOutcome> {
  const { year, syllabus, ...edit } = parseRowForm(form);
  const report = await changeRow(edit, actor);
  if (report.problems.length > 0) return { problems: await toCatalogueProblems(report.problems) };
  if (report.written)
    return { redirect: `${getTableAddress(edit.table, Number(year), syllabus)}&said=catalogue` };
  const t = await getTranslations("desk.catalogue");
  if (report.changes.length === 0) return { problems: [{ text: t("nothing") }] };
  return {
    difference: await formatChanges(report.changes),
    seen: report.digest,
    warning: report.affectedCount > 0 ? t("touched", { count: report.affectedCount }) : undefined,
  };
}
