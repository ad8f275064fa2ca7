"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import { read } from "@/app/[locale]/read-form";
import type { ActionState } from "@/components/action/action-state";
import type { Locale } from "@/lib/i18n/locales";
import { pickColumns, resolveExportSource } from "@/lib/desk/export/queries";
import { requestExport } from "@/lib/desk/export/verbs";
import { exportForm } from "./schema";

/** Asks the worker for a file, and leads to where it will be. */
export async function exportAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.exports");
  return asStaff(form, async (session) => {
    const { bulk, list, format, column } = read(form, exportForm);
    const source = await resolveExportSource({ bulk, list }, session);
    if (!source) return { problems: [{ words: t("gone") }] };
    const locale = (await getLocale()) as Locale;
    await requestExport({ source, columns: pickColumns(column), format, locale }, session.actor);
    return { goTo: "/desk/exports" };
  });
}
