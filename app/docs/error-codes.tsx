import { AppError, type ErrorCode, type FieldCode, statusOf } from "@/lib/errors";
import { messageFor } from "@/lib/i18n/api-messages";
import { remedies } from "@/lib/i18n/docs/remedies";
import { wordsOf } from "@/lib/i18n/docs/words-of";
import type { Locale } from "@/lib/i18n/locales";
import { docsPath } from "@/lib/i18n/paths";
import { publicUrl } from "@/lib/school/settings";
import { Code, Opening, Part, Words } from "./text";

/** Every error code with what it means and what to do; `doc_url` leads to its anchor. */
export function ErrorCodes({ language }: { language: Locale }) {
  const words = wordsOf(language).errors;
  const { request, field } = remedies[language];
  const meaning = (code: ErrorCode) => messageFor(language, new AppError(code, ONE));
  const fieldMeaning = (code: FieldCode) =>
    messageFor(language, new AppError("validation_failed"), { field: "student_", code });
  return (
    <>
      <Opening title={wordsOf(language).pages.errors} lead={words.lead} />
      <Part id="shape" title={words.shape}>
        <Code label={words.shape}>{shape(language)}</Code>
      </Part>
      <Part id="request" title={words.request}>
        {entries(request).map(([code, remedy]) => (
          <Entry
            key={code}
            code={code}
            status={statusOf[code]}
            means={meaning(code)}
            remedy={remedy}
            words={words}
          />
        ))}
      </Part>
      <Part id="field" title={words.field}>
        {entries(field).map(([code, remedy]) => (
          <Entry key={code} code={code} means={fieldMeaning(code)} remedy={remedy} words={words} />
        ))}
      </Part>
    </>
  );
}

const ONE = [{ field: "student_email", code: "required" as const }];

type EntryProps = {
  code: string;
  status?: number;
  means: string;
  remedy: string;
  words: { status: string; means: string; remedy: string };
};

function Entry({ code, status, means, remedy, words }: EntryProps) {
  return (
    <article
      aria-labelledby={code}
      className="max-w-measure break-inside-avoid border-t border-hairline pt-4"
    >
      <h3 id={code} className="scroll-mt-4 font-semibold">
        <a href={`#${code}`}>
          <code>{code}</code>
        </a>
        {status && (
          <span className="ml-3 font-normal text-muted">
            {words.status} {status}
          </span>
        )}
      </h3>
      <p>{means}</p>
      <p className="mt-1">
        <strong>{words.remedy}:</strong> <Words text={remedy} />
      </p>
    </article>
  );
}

const entries = <K extends string>(table: Record<K, string>) => Object.entries(table) as [K, string][];

function shape(language: Locale): string {
  const code = "validation_failed";
  const issue = { field: "student_birth_date", code: "under_age" } as const;
  const error = new AppError(code, [issue]);
  return JSON.stringify(
    {
      status: "error",
      error: {
        code,
        message: messageFor(language, error),
        request_id: "01K7B3M4Q9V2X8Y6Z5W1T0R3SN",
        doc_url: `${publicUrl()}${docsPath(language)}/errors#${code}`,
        errors: [{ ...issue, message: messageFor(language, error, issue) }],
      },
    },
    null,
    2,
  );
}
