import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { Contents } from "./contents";
import { entriesOf, Sections } from "./guide";
import { readGuide } from "./guide-text";
import { DocsPage, Opening } from "./text";

/** What has changed for integrators, the newest first, and what may change how. */
export async function Changes({ language }: { language: Locale }) {
  const { title, lead, sections } = await readGuide("changelog", language);
  const words = getDocsText(language);
  return (
    <DocsPage contents={<Contents label={words.inThisPage} entries={entriesOf(sections)} />}>
      <Opening title={title} lead={lead} />
      <Sections sections={sections} copy={words.code} />
    </DocsPage>
  );
}
