import { changelog } from "@/lib/i18n/docs/changelog";
import type { Locale } from "@/lib/i18n/locales";
import { Opening, Part, Words } from "./text";

/** What has changed for integrators, and what may change how. */
export function Changes({ language }: { language: Locale }) {
  const { title, lead, policy, entries } = changelog[language];
  return (
    <>
      <Opening title={title} lead={lead} />
      {entries.map(({ day, changes }) => (
        <Part key={day} id={day} title={<time dateTime={day}>{day}</time>}>
          <ul className="max-w-measure list-disc space-y-2 pl-6">
            {changes.map((change) => (
              <li key={change}>
                <Words text={change} />
              </li>
            ))}
          </ul>
        </Part>
      ))}
      <Part id="policy" title={policy.title}>
        {policy.text.map((paragraph) => (
          <p key={paragraph} className="max-w-measure">
            <Words text={paragraph} />
          </p>
        ))}
      </Part>
    </>
  );
}
