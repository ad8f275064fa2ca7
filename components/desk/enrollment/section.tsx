import type { ReactNode } from "react";

/** A part of an enrollment's page, under its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mb-9 print:mb-4">
      <h2
        id={`${id}-title`}
        className="mb-2 border-b-2 border-hairline pb-1 font-serif text-heading font-semibold print:text-base"
      >
        {title}
      </h2>
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
