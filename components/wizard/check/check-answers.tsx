import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Advice } from "@/components/ui/controls/advice";
import { Icon } from "@/components/ui/icons/icon";
import { pencil } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import type { AnswerCardData } from "./answer-cards";
import type { CheckAnswersRow } from "./answer-rows";

type Props = {
  sections: { title: string; cards: AnswerCardData[] }[];
  /** The cards that another tab has changed since the page was shown. */
  changed?: readonly string[];
};

/** Where a card stands that has changed. */
export const changedId = (card: string) => `changed-${card}`;

/** All answers, a card for each step with one way to change it (W33, W42). */
export function CheckAnswers({ sections, changed = [] }: Props) {
  return sections.map(({ title, cards }) => (
    <Section key={title} title={title} className="mb-10 print:mb-4">
      <div className="divide-y divide-hairline">
        {cards.map((card) => (
          <AnswerCard key={card.id} card={card} isChanged={changed.includes(card.id)} />
        ))}
      </div>
    </Section>
  ));
}

function AnswerCard({ card, isChanged }: { card: AnswerCardData; isChanged: boolean }) {
  const t = useTranslations("wizard.check");
  const { id, title, what, rows, blank, none, changeAt } = card;
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
        {changeAt && (
          <Link
            href={changeAt}
            className="inline-flex min-h-target items-center gap-1.5 text-end text-small font-medium print:hidden"
          >
            <Icon d={pencil} />
            <span aria-hidden="true">{t("change")}</span>
            <span className="sr-only">{t("changeWhat", { what })}</span>
          </Link>
        )}
      </div>
      {rows.length > 0 ? (
        <dl className="facts">
          {rows.map((row) => (
            <Answer key={row.label} {...row} />
          ))}
        </dl>
      ) : (
        <p className="pb-2 text-muted">{none}</p>
      )}
      {blank.length > 0 && (
        <p className="pb-2 text-small text-muted">
          {t("blank", { count: blank.length, what: blank.join(", ") })}
        </p>
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

/** A value stands on a line of its own on a phone, beside its label where there is room (families 40). */
function Answer({ label, alone, value, lang, advice }: CheckAnswersRow) {
  return (
    <div>
      <dt className={alone ? "sr-only" : undefined}>{label}</dt>
      <dd lang={lang} className={cn("whitespace-pre-line", alone && "col-span-full!")}>
        {breakable(value)}
      </dd>
      {advice && (
        <dd className="col-span-full!">
          <Advice>{advice}</Advice>
        </dd>
      )}
    </div>
  );
}

/** An address too long for its line breaks at its @, and elsewhere where a part of it is too long as well. */
const breakable = (value: string) =>
  /^\S+@\S+$/.test(value)
    ? value.split(/(?<=@)/).map((part) => (
        <span key={part} className="inline-block max-w-full break-all">
          {part}
        </span>
      ))
    : value;
