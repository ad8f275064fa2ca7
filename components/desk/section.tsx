import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  id: string;
  title: string;
  /** Where what it shows is corrected; nowhere for whoever may not. */
  correct?: { href: string; words: string };
  children: ReactNode;
};

/** A part of an enrollment's page, under its heading. */
export function Section({ id, title, correct, children }: Props) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mb-9 print:mb-4">
      <div className="mb-2 flex items-baseline justify-between gap-4 border-b-2 border-hairline pb-1">
        <h2 id={`${id}-title`} className="font-head text-heading font-semibold print:text-base">
          {title}
        </h2>
        {correct && (
          <Link href={correct.href} prefetch={false} className="text-small print:hidden">
            {correct.words}
            <span className="sr-only">: {title}</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

export type Fact = { label: string; value: ReactNode };

/** Labels beside their values; what was not given is left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  const given = facts.filter(({ value }) => value !== "" && value !== null && value !== undefined);
  return (
    <dl className="text-small">
      {given.map(({ label, value }) => (
        <div
          key={label}
          className="break-inside-avoid gap-4 py-1 sm:grid sm:grid-cols-[11rem_1fr] print:grid print:grid-cols-[9rem_1fr] print:py-0"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
