import type { ComponentProps } from "react";
import { getErrorMessage } from "@/lib/i18n/api-messages";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import { getDocsPath, type Locale } from "@/lib/i18n/locales";
import { AppError, type ErrorCode, type FieldCode, httpStatus } from "@/lib/platform/errors";
import { getPublicUrl } from "@/lib/school/settings";
import { CodeBlock, DocsHeading, DocsPage } from "./docs-page";
import { GuideSections, getContentsEntries } from "./guide";
import { readGuide } from "./read-guide";
import { TableOfContents } from "./table-of-contents";

/** Every error code with what it means and what to do; `doc_url` leads to its anchor. */
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
              {shape(language)}
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

/** A code with its status and what it means; what to do follows. */
function Heading({ code, language }: { code: string; language: Locale }) {
  const status = (httpStatus as Record<string, number>)[code];
  return (
    <div className="max-w-measure break-after-avoid border-t border-hairline pt-4">
      <h3 id={code} className="scroll-mt-6 font-semibold">
        <a href={`#${code}`}>
          <code>{code}</code>
        </a>
        {status && <span className="ml-3 font-normal text-muted">{status}</span>}
      </h3>
      <p>{status ? meaning(language, code as ErrorCode) : meaningOfField(language, code as FieldCode)}</p>
    </div>
  );
}

const meaning = (language: Locale, code: ErrorCode) =>
  getErrorMessage(language, new AppError(code, [{ field: "student_email", code: "required" }]));

const meaningOfField = (language: Locale, code: FieldCode) =>
  getErrorMessage(language, new AppError("validation_failed"), { field: "student_", code });

function shape(language: Locale): string {
  const code = "validation_failed";
  const issue = { field: "student_birth_date", code: "under_age" } as const;
  const error = new AppError(code, [issue]);
  return JSON.stringify(
    {
      status: "error",
      error: {
        code,
        message: getErrorMessage(language, error),
        request_id: "01K7B3M4Q9V2X8Y6Z5W1T0R3SN",
        doc_url: `${getPublicUrl()}${getDocsPath(language)}/errors#${code}`,
        errors: [{ ...issue, message: getErrorMessage(language, error, issue) }],
      },
    },
    null,
    2,
  );
}
