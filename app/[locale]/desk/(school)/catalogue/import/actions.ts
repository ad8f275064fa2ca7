"use server";

import { getTranslations } from "next-intl/server";
import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { ActionState, FormAction } from "@/components/forms/action-state";
import {
  type ImportReport,
  importCatalogueFile,
  readSavedUpload,
  readUpload,
  saveUpload,
} from "@/lib/desk/catalogue/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { formatChanges } from "../catalogue-changes";
import { toImportProblems } from "./import-problems";
import { parseImportForm } from "./parse-import-form";

/** As many changes are shown one by one; the others are counted. */
const SHOWN = 200;

const NOTHING = { name: "", bytes: new Uint8Array() };

/** Shows what a file would change, then makes the very changes that were shown (desk 28). */
export const importCatalogueAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }: StaffSession): Promise<ActionState | { goTo: string }> => {
    requirePermission(actor, "change_settings"); // before the file is read
    const { chosen, kept, seen } = await parseImportForm(form);
    const file = await readUpload(
      chosen ?? (kept ? await readSavedUpload(actor.id, kept, new Date()) : NOTHING),
    );
    if (Object.keys(file.tables).length === 0) return { problems: await toImportProblems(file.problems) };
    const report = await importCatalogueFile({ file, seen }, actor);
    if (report.problems.length > 0) return { problems: await toImportProblems(report.problems) };
    if (report.written) return { goTo: "/desk/catalogue?said=catalogue" };
    const token = chosen ? await saveUpload(actor.id, chosen, new Date()) : kept;
    return { ...(await shown(report, seen !== "")), values: { kept: [token] } };
  });

async function shown(report: ImportReport, wasAnother: boolean): Promise<ActionState> {
  const t = await getTranslations("desk.catalogue");
  if (report.changes.length === 0) return { problems: [{ words: t("nothing") }] };
  const more = report.changes.length - SHOWN;
  const warning = [
    more > 0 ? t("import.more", { count: more }) : "",
    report.touched > 0 ? t("touched", { count: report.touched }) : "",
  ];
  return {
    ...(wasAnother && { problems: [{ words: t("import.overtaken") }] }),
    difference: await formatChanges(report.changes.slice(0, SHOWN), { withValues: true }),
    seen: report.digest,
    warning: warning.filter(Boolean).join(" ") || undefined,
  };
}
