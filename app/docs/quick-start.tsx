import { Disclosure } from "@/components/ui/disclosure";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { CodeBlock, DocsHeading, DocsPage } from "./docs-page";
import { type CopyTexts, GuideSections, getContentsEntries } from "./guide";
import { createGuideFiller, type Program, readSnippets } from "./guide-markdown";
import { readGuide } from "./read-guide";
import { TableOfContents } from "./table-of-contents";

export async function QuickStart({ language }: { language: Locale }) {
  const [{ title, lead, sections }, snippets, fill] = await Promise.all([
    readGuide("start", language),
    readSnippets(),
    createGuideFiller(),
  ]);
  const words = getDocsText(language);
  return (
    <DocsPage contents={<TableOfContents label={words.inThisPage} entries={getContentsEntries(sections)} />}>
      <DocsHeading title={title} lead={lead} />
      <GuideSections
        sections={sections.map((section) => ({ ...section, text: fill(section.text) }))}
        copy={words.code}
        blocks={{ snippets: (name) => <Snippets programs={snippets[name] ?? []} copy={words.code} /> }}
      />
    </DocsPage>
  );
}

/** One program in several languages; the first tab is open. */
function Snippets({ programs, copy }: { programs: Program[]; copy: CopyTexts }) {
  return programs.map(({ language, text }, at) => (
    <Disclosure key={language} summary={language} open={at === 0} className="max-w-full">
      <CodeBlock label={language} copy={copy}>
        {text}
      </CodeBlock>
    </Disclosure>
  ));
}
