import { getLocale } from "next-intl/server";
import { createFileResponse, getFileActor } from "@/app/[locale]/desk/_lib/file-response";
import { writeListTemplate } from "@/lib/desk/catalogue/queries";
import type { Locale } from "@/lib/i18n/locales";

/** An empty list with headings, for administrators; 404 for others. */
export async function GET() {
  const actor = await getFileActor("change_settings");
  if (!actor) return new Response(null, { status: 404 });
  const locale = await getLocale();
  return createFileResponse(writeListTemplate(actor, locale), "csv", listNames[locale]);
}

const listNames: Record<Locale, string> = { es: "lista", ca: "llista", en: "list" };
