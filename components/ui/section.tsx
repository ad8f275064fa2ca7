import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  id?: string;
  lang?: string;
  action?: ReactNode;
  children?: ReactNode;
  className?: string;
};

export function Section({ title, id, lang, action, children, className = "mb-8 print:mb-4" }: Props) {
  const heading = id && `${id}-title`;
  return (
    <section id={id} className={className} aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading} lang={lang}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export type Fact = { label: ReactNode; value: ReactNode; lang?: string };

/** Rows of label and value; empty values are left out. */
export function DescriptionList({ rows }: { rows: Fact[] }) {
  const givenRows = rows.filter(({ value }) => value !== "" && value !== null && value !== undefined);
  return (
    <dl className="facts">
      {givenRows.map(({ label, value, lang }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key and are never reordered
        <div key={index}>
          <dt>{label}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
