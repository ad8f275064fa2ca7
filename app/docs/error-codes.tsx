import type { ComponentProps } from "react";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { CodeBlock } from "./docs-page";
import { GuidePage } from "./guide";
import { createErrorExample, describeErrorCode } from "./guide-markdown";

/** `doc_url` of an error links to its anchor. */
export function ErrorCodes({ language }: { language: Locale }) {
  const { code, pages } = getDocsText(language);
  return GuidePage({
    name: "errors",
    language,
    blocks: {
      error: () => (
        <CodeBlock label={pages.errors} copy={code}>
          {createErrorExample(language)}
        </CodeBlock>
      ),
    },
    overrides: {
      h3: ({ children }: ComponentProps<"h3">) => <Heading code={String(children)} language={language} />,
    },
  });
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
