import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  id?: string;
  lang?: string;
  act?: ReactNode;
  children?: ReactNode;
  className?: string;
};

export function Section({ title, id, lang, act, children, className = "mb-8" }: Props) {
  return (
    <section className={className} aria-labelledby={id}>
      <header className="section-head">
        <h2 id={id} lang={lang}>
          {title}
        </h2>
        {act}
      </header>
      {children}
    </section>
  );
}

type Fact = { label: ReactNode; value: ReactNode; lang?: string };

export function DescriptionList({ rows }: { rows: Fact[] }) {
  return (
    <dl className="facts">
      {rows.map(({ label, value, lang }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and none of them moves
        <div key={at}>
          <dt>{label}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
