import type { Locale } from "@/lib/i18n/locales";
import { Sections } from "./guide";
import { readGuide } from "./guide-text";
import { Opening } from "./text";

/** What has changed for integrators, the newest first, and what may change how. */
export async function Changes({ language }: { language: Locale }) {
  const { title, lead, sections } = await readGuide("changelog", language);
  return (
    <>
      <Opening title={title} lead={lead} />
      <Sections sections={sections} />
    </>
  );
}
