import type { ComponentProps } from "react";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { CodeBlock, DocsHeading, DocsPage } from "./docs-page";
import { GuideSections, getContentsEntries } from "./guide";
import { createErrorExample, describeErrorCode } from "./guide-markdown";
import { readGuide } from "./read-guide";
import { TableOfContents } from "./table-of-contents";

/** `doc_url` of an error links to its anchor. */
export async function ErrorCodes({ language }: { language: Locale }) {
  const { title, lead, sections } = await readGuide("errors", language);
  const words = getDocsText(language);
  return (
    <DocsPage contents={<TableOfContents label={words.inThisPage} entries={getContentsEntries(sections)} />}>
      <DocsHeading title={title} lead={lead} />
      <GuideSections
        sections={sections}
        copy={words.code}
        blocks={{
          error: () => (
            <CodeBlock label={title} copy={words.code}>
              {createErrorExample(language)}
            </CodeBlock>
          ),
        }}
        overrides={{
          h3: ({ children }: ComponentProps<"h3">) => <Heading code={String(children)} language={language} />,
        }}
      />
    </DocsPage>
  );
}

function Heading({ code, language }: { code: string; language: Locale }) {
  const { status, meaning } = describeErrorCode(code, language);
  return (
    <div className="max-w-measure break-after-avoid border-t border-hairline pt-4">
      <h3 id={code} className="scroll-mt-6 font-semibold">
        <a href={`#${code}`}>
          <code>{code}</code>
        </a>
        {status && <span className="ml-3 font-normal text-muted">{status}</span>}
      </h3>
      <p>{meaning}</p>
    </div>
  );
}
