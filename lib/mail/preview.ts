import type { Locale } from "@/lib/i18n/locales";
import { publicUrl, settings } from "@/lib/school/settings";
import type { MailKind } from "./content";
import { schoolDetails } from "./prepare";
import { renderMail } from "./render";

const names: Record<MailKind, string | undefined> = {
  adult_student: "Núria",
  guardian: "Berta",
  second_guardian: undefined,
  minor_student: "Carla",
  password_reset: "Berta",
};

/** A message of every kind as a made-up family would get it; its link leads to the page for spent links. */
export async function previewMail(kind: MailKind, locale: Locale) {
  const enrolled = kind !== "password_reset";
  return renderMail(kind, locale, {
    school: schoolDetails(await settings()),
    name: names[kind],
    ...(enrolled && {
      student: kind === "adult_student" ? "Núria Puig Serra" : "Carla Soler Roca",
      guardian: "Berta Roca Vidal",
      reference: "K7M3QRWX",
      year: "2026/2027",
    }),
    link: `${publicUrl()}${locale === "es" ? "" : `/${locale}`}/account-setup/${"preview-".padEnd(43, "x")}`,
    linkExpiresAt: new Date("2026-11-28T09:00:00Z"),
  });
}
