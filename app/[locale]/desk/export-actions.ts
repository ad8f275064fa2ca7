"use server";

import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { findBulk } from "@/lib/desk/bulk/show";
import { chosenColumns } from "@/lib/desk/export/columns";
import { type ExportSource, exportFormats } from "@/lib/desk/export/file";
import { requestExport } from "@/lib/desk/export/request";
import { readListQuery } from "@/lib/desk/filters";
import { unsealSearch } from "@/lib/desk/search";
import type { Locale } from "@/lib/i18n/locales";
import type { StaffSession } from "@/lib/staff/sessions";
import { asStaff } from "./act";
import { field } from "./form-field";

/** Asks the worker for a file, and leads to where it will be. */
export async function exportAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.exports");
  return asStaff(form, async (session) => {
    const source = await sourceOf(form, session);
    if (!source) return { problems: [{ words: t("gone") }] };
    const format = exportFormats.find((known) => known === field(form, "format")) ?? "xlsx";
    const columns = chosenColumns(form.getAll("column").filter((name) => typeof name === "string"));
    const locale = (await getLocale()) as Locale;
    await requestExport(session.actor, { source, columns, format, locale }, new Date());
    return { goTo: "/desk/exports" };
  });
}

/** Undefined for a search of another session, and for what is no bulk action. */
async function sourceOf(form: FormData, session: StaffSession): Promise<ExportSource | undefined> {
  const bulkId = field(form, "bulk");
  if (bulkId) return (await findBulk(session.actor, bulkId)) && { bulkId };
  const { filters, sort, search } = readListQuery(
    Object.fromEntries(new URLSearchParams(field(form, "list"))),
  );
  const words = search ? unsealSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, sort, words };
}
