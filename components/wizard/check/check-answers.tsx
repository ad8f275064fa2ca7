import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Advice } from "@/components/ui/controls/advice";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icons/icon";
import { pencil } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import { SuggestionButton } from "../suggestion-button";
import type { AnswerCardData, AnswerSection } from "./answer-cards";
import type { CheckAnswersRow } from "./answer-rows";

type Props = {
  sections: AnswerSection[];
  /** Cards that another tab has changed. */
  changed?: readonly string[];
};

export const changedId = (card: string) => `changed-${card}`;

/** The form that accepts a suggested address. */
export const CORRECTION_FORM = "correction";

/** One card per step, each with one change link (W33, W42). */
export function CheckAnswers({ sections, changed = [] }: Props) {
  return sections.map((section) => {
    const cards = (
      <div className="divide-y divide-hairline">
        {section.cards.map((card) => (
          <AnswerCard key={card.id} card={card} isChanged={changed.includes(card.id)} />
        ))}
      </div>
    );
    const key = section.cards[0]?.id;
    if (section.summary)
      return (
        <CollapsedSection key={key} {...section} changed={changed}>
          {cards}
        </CollapsedSection>
      );
    return (
      <Section key={key} title={section.title} className="mb-10 print:mb-4">
        {cards}
      </Section>
    );
  });
}

/** Folded after its first reading; open if it needs attention. */
function CollapsedSection({
  title,
  cards,
  summary = [],
  changed,
  children,
}: AnswerSection & { changed: readonly string[]; children: ReactNode }) {
  const t = useTranslations("wizard.check");
  const isOpen = cards.some(
    ({ id, rows, problems }) => changed.includes(id) || problems || rows.some(({ advice }) => advice),
  );
  return (
    <Disclosure
      open={isOpen}
      summary={
        <span className="min-w-0 py-2 font-normal [overflow-wrap:anywhere]">
          <h2 className="text-lead">{title}</h2>
          {summary.map(({ text, lang }) => (
            <span key={text} lang={lang} className="block">
              {text}
            </span>
          ))}
          <span className="block text-small text-accent print:hidden">{t("unfold")}</span>
        </span>
      }
    >
      {children}
    </Disclosure>
  );
}

function AnswerCard({ card, isChanged }: { card: AnswerCardData; isChanged: boolean }) {
  const t = useTranslations("wizard.check");
  const { id, title, subject, rows, emptyText, problems, changeHref, child = "" } = card;
  return (
    <section
      id={isChanged ? changedId(id) : undefined}
      tabIndex={isChanged ? -1 : undefined}
      className="break-inside-avoid py-2 print:py-1"
    >
      <div className="flex items-center justify-between gap-x-4">
        <h3 className="text-base [overflow-wrap:anywhere]">
          {title}
          {isChanged && (
            <>
              {" "}
              <ChangedChip />
            </>
          )}
        </h3>
        {changeHref && (
          <Link
            href={changeHref}
            className="inline-flex min-h-target items-center gap-1.5 text-end text-small font-medium print:hidden"
          >
            <Icon d={pencil} />
            <span aria-hidden="true">{t("change")}</span>
            <span className="sr-only">{t("changeWhat", { what: subject })}</span>
          </Link>
        )}
      </div>
      {problems && <p className="pb-2 font-semibold whitespace-pre-line text-danger">{problems}</p>}
      {rows.length > 0 ? (
        <dl className="facts">
          {rows.map((row) => (
            <Answer
              key={row.label}
              {...row}
              correction={changeHref && row.mistyped && `${row.mistyped} ${child}`}
            />
          ))}
        </dl>
      ) : (
        <p className="pb-2 text-muted">{emptyText}</p>
      )}
    </section>
  );
}

export function ChangedChip() {
  const t = useTranslations("wizard.check");
  return (
    <Badge tone="wait" icon={pencil}>
      {t("changed")}
    </Badge>
  );
}

/** Below its label on a phone, beside it otherwise (families 40). */
function Answer({
  label,
  alone,
  value,
  lang,
  advice,
  correction,
}: CheckAnswersRow & { correction: string | undefined }) {
  return (
    <div>
      <dt className={alone ? "sr-only" : undefined}>{label}</dt>
      <dd lang={lang} className={cn("whitespace-pre-line", alone && "col-span-full!")}>
        {allowBreaks(value)}
      </dd>
      {advice && (
        <dd className="col-span-full!">
          {correction ? (
            <SuggestionButton form={CORRECTION_FORM} name={CORRECTION_FORM} value={correction}>
              {advice}
            </SuggestionButton>
          ) : (
            <Advice>{advice}</Advice>
          )}
        </dd>
      )}
    </div>
  );
}

/** Breaks a long address before its @, and within a part if necessary. */
const allowBreaks = (value: string) =>
  /^\S+@\S+$/.test(value)
    ? value.split(/(?<=@)/).map((part) => (
        <span key={part} className="inline-block max-w-full break-all">
          {part}
        </span>
      ))
    : value;
