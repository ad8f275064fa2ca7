"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { formatChanges } from "@/app/[locale]/desk/(school)/catalogue/catalogue-changes";
import {
  newYearFields,
  parseImportForm,
} from "@/app/[locale]/desk/(school)/catalogue/import/parse-import-form";
import { linkTables } from "@/app/[locale]/desk/(school)/catalogue/table-addresses";
import type { ActionOutcome, ActionState } from "@/components/forms/action-state";
import type { ImportReport } from "@/lib/catalogue/files/import-catalogue";
import { formatListColumn } from "@/lib/desk/catalogue/queries";
import { importCatalogueFile, readSavedUpload, readUpload, saveUpload } from "@/lib/desk/catalogue/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { readFormFields } from "@/lib/platform/page-request";

/** More problems are not shown. */
const MAX_PROBLEMS = 50;

/**
 * Errors with sheet or file, row and column.
 * @param isList a school's own list, whose year is in the form
 */
async function toImportProblems(
  problems: ImportReport["problems"],
  isList: boolean,
): Promise<ActionState["problems"]> {
  const [t, locale] = await Promise.all([getTranslations("desk.catalogue"), getLocale()]);
  const formatColumn = (column: string) => (isList ? formatListColumn(column, locale) : column);
  const visible = problems.slice(0, MAX_PROBLEMS).map(({ file, line, row, table, column, text }) => {
    const { names, ...values } = text.values ?? {};
    const message = t(
      `problems.${text.code}` as "problems.missing",
      { ...values, ...(names && { names: String(names).split(", ").map(formatColumn).join(", ") }) } as never,
    );
    if (isList && table === "school_years" && column) return { field: column, text: message };
    const location = [
      table ?? file,
      line ? t("import.line", { line }) : row && t("import.row", { row }),
      column ? t("import.column", { column: formatColumn(column) }) : values.row,
    ];
    return { text: `${location.filter(Boolean).join(", ")}: ${message}` };
  });
  const more = problems.length - MAX_PROBLEMS;
  return more > 0 ? [...visible, { text: t("import.moreProblems", { count: more }) }] : visible;
}

/** More changes are only counted. */
const MAX_CHANGES = 200;

const NO_FILE = { name: "", bytes: new Uint8Array() };

/** Previews the changes of a file, then saves exactly these (desk 28). */
export const importCatalogueAction = createStaffAction(
  async ({ actor }: StaffSession, form): Promise<ActionOutcome> => {
    requirePermission(actor, "change_settings"); // before the file is read
    const { upload, kept, seen, schoolYear } = await parseImportForm(form);
    const file = await readUpload(
      upload ?? (kept ? await readSavedUpload(actor.id, kept, new Date()) : NO_FILE),
    );
    const isList = file.list !== undefined;
    if (!isList && Object.keys(file.tables).length === 0)
      return { problems: await toImportProblems(file.problems, isList) };
    const report = await importCatalogueFile({ file, seen, schoolYear }, actor);
    if (report.problems.length > 0) return { problems: await toImportProblems(report.problems, isList) };
    if (report.written) return { redirect: "/desk/catalogue?said=catalogue" };
    const token = upload ? await saveUpload(actor.id, upload, new Date()) : kept;
    return {
      ...(await preview(report, { isList, isOutdated: seen !== "" })),
      values: { ...readFormFields(form), kept: [token] },
    };
  },
);

type Options = { isList: boolean; isOutdated: boolean };

async function preview(report: ImportReport, { isList, isOutdated }: Options): Promise<ActionState> {
  const t = await getTranslations("desk.catalogue");
  // Internal tables of a school's own list mean nothing to its author.
  const changes = report.changes.filter(({ table }) => !isList || !linkTables.some((link) => link === table));
  const withValues = isList ? ["price", "age", ...newYearFields] : "all";
  const places = report.places.map(({ name, before, after }) => ({
    label: `${name}, ${t("places")}`,
    old: String(before ?? "–"),
    now: String(after ?? "–"),
  }));
  if (report.changes.length + places.length === 0) return { problems: [{ text: t("nothing") }] };
  const more = Math.max(0, changes.length - MAX_CHANGES) + Math.max(0, places.length - MAX_CHANGES);
  const warning = [
    more > 0 ? t("import.more", { count: more }) : "",
    report.affectedCount > 0 ? t("touched", { count: report.affectedCount }) : "",
  ];
  return {
    ...(isOutdated && { problems: [{ text: t("import.overtaken") }] }),
    difference: [
      ...(await formatChanges(changes.slice(0, MAX_CHANGES), { withValues })),
      ...places.slice(0, MAX_CHANGES),
    ],
    seen: report.digest,
    warning: warning.filter(Boolean).join(" ") || undefined,
  };
}
