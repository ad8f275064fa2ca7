import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { DocsHeading, DocsPage } from "./docs-page";
import { GuideSections, getContentsEntries } from "./guide";
import { readGuide } from "./read-guide";
import { TableOfContents } from "./table-of-contents";

/** Newest first, with the rules for changes. */
export async function Changelog({ language }: { language: Locale }) {
  const { title, lead, sections } = await readGuide("changelog", language);
  const words = getDocsText(language);
  return (
    <DocsPage contents={<TableOfContents label={words.inThisPage} entries={getContentsEntries(sections)} />}>
      <DocsHeading title={title} lead={lead} />
      <GuideSections sections={sections} copy={words.code} />
    </DocsPage>
  );
}
