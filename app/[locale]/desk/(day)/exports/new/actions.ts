"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { pickColumns } from "@/lib/desk/export/columns";
import { exportFormats, resolveExportSource } from "@/lib/desk/export/queries";
import { requestExport } from "@/lib/desk/export/verbs";

const exportSchema = z.object({
  bulk: z.string().default(""),
  list: z.string().default(""),
  format: z.enum(exportFormats).catch("xlsx"),
  column: z.array(z.string()),
});

/** A worker writes the file; leads to the page of exports. */
export const exportAction = createStaffAction(async (session, form) => {
  const { bulk, list, format, column } = parseForm(form, exportSchema);
  const source = await resolveExportSource({ bulk, list }, session);
  if (!source) return { problems: [{ text: (await getTranslations("desk.exports"))("gone") }] };
  const locale = await getLocale();
  await requestExport({ source, columns: pickColumns(column), format, locale }, session.actor);
  return { redirect: "/desk/exports" };
});
