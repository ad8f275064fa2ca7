import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { pencil } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  id: string;
  title: string;
  /** Undefined without the permission to correct. */
  correct?: { href: string; words: string };
  children: ReactNode;
};

export function Section({ id, title, correct, children }: Props) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mb-9 print:mb-4">
      <div className="section-head mb-2">
        <h2 id={`${id}-title`}>{title}</h2>
        {correct && (
          <Link href={correct.href} className="print:hidden">
            <Icon d={pencil} />
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

/** Omits empty values. */
export function Facts({ facts }: { facts: Fact[] }) {
  const given = facts.filter(({ value }) => value !== "" && value !== null && value !== undefined);
  return (
    <dl className="facts">
      {given.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
