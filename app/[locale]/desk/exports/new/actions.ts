"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import { field } from "@/app/[locale]/desk/form-field";
import type { ActionState } from "@/components/action/action-state";
import type { Locale } from "@/lib/i18n/locales";
import { chosenColumns } from "@/lib/office/export/columns";
import { exportFormats } from "@/lib/office/export/file";
import { requestExport } from "@/lib/office/export/request";
import { exportSource } from "@/lib/office/export/source";

/** Asks the worker for a file, and leads to where it will be. */
export async function exportAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.exports");
  return asStaff(form, async (session) => {
    const source = await exportSource({ bulk: field(form, "bulk"), list: field(form, "list") }, session);
    if (!source) return { problems: [{ words: t("gone") }] };
    const format = exportFormats.find((known) => known === field(form, "format")) ?? "xlsx";
    const columns = chosenColumns(form.getAll("column").filter((name) => typeof name === "string"));
    const locale = (await getLocale()) as Locale;
    await requestExport(session.actor, { source, columns, format, locale }, new Date());
    return { goTo: "/desk/exports" };
  });
}
