import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";
import type { Section } from "./answer-rows";

/** All answers by section, each with a way to change it (wizard 33). */
export function CheckAnswers({ sections }: { sections: Section[] }) {
  const t = useTranslations("wizard.check");
  return (
    <>
      {sections.map(({ title, rows }) => (
        <section key={title} className="mb-9 print:mb-5">
          <h2 className="mb-1 break-after-avoid font-serif text-heading font-semibold">{title}</h2>
          <dl>
            {rows.map(({ step, label, value, advice, removable }) => (
              <div
                key={`${step} ${label}`}
                className="break-inside-avoid border-b border-hairline py-2.5 print:py-1 sm:grid sm:grid-cols-[13rem_1fr_auto] sm:gap-4"
              >
                <dt className="font-semibold">{label}</dt>
                <dd className="min-w-0 whitespace-pre-wrap">
                  {value || <span className="text-muted">{t("notGiven")}</span>}
                  {advice && <Advice>{advice}</Advice>}
                </dd>
                <dd className="print:hidden">
                  <Link
                    href={`/enroll/${step}?from=check`}
                    prefetch={false}
                    className="inline-flex min-h-target items-center sm:-my-2"
                  >
                    <span aria-hidden="true">{t(removable ? "changeOrRemove" : "change")}</span>
                    <span className="sr-only">
                      {t(removable ? "changeOrRemoveWhat" : "changeWhat", { what: label })}
                    </span>
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function Advice({ children }: { children: ReactNode }) {
  return <span className="mt-1 block border-l-4 border-accent pl-3 text-small">{children}</span>;
}
