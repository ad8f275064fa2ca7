import { getLocale } from "next-intl/server";
import { createFileResponse } from "@/app/[locale]/desk/_lib/file-response";
import { getStaffSession } from "@/app/[locale]/desk/_lib/session";
import { writeListTemplate } from "@/lib/desk/catalogue/queries";
import type { Locale } from "@/lib/i18n/locales";
import { hasPermission } from "@/lib/people/staff/permissions";

/** An empty list with headings, for administrators; 404 for others. */
export async function GET() {
  const session = await getStaffSession();
  const isOpen = session?.stage === "open" && hasPermission(session.actor, "change_settings");
  if (!isOpen) return new Response(null, { status: 404 });
  const locale = await getLocale();
  return createFileResponse(writeListTemplate(session.actor, locale), "csv", listNames[locale]);
}

const listNames: Record<Locale, string> = { es: "lista", ca: "llista", en: "list" };
