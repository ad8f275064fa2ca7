import { useLocale, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { VersionField } from "@/components/desk/mail-preview";
import { Section } from "@/components/desk/section";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import type { FormAction } from "@/components/forms/action-state";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { type DecisionHistory, getOneClickPlace } from "@/lib/desk/decide/queries";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { State } from "@/lib/enrollment/states";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { confirmPlaceForFamilyAction, undoDecisionAction } from "../actions";
import { DecisionMenu } from "./decision-menu";

type Props = {
  decisions: DecisionHistory;
  /** Accepts for the plain place by one press; undefined while this session has not seen that mail today. */
  accept: FormAction | undefined;
  /** Whether another one follows in the list that it was opened from. */
  hasNext: boolean;
  /** The list that the enrollment was opened from. */
  list: string | undefined;
};

/** What is decided and what the family knows of it, and what can be decided now (desk 11). */
export function DecisionPanel({ decisions, accept, hasNext, list }: Props) {
  const [t, actions] = [useTranslations("decisions.panel"), useTranslations("decisions.actions")];
  const { standing, place, rank, wishes, mayDecide, history } = decisions;
  const { reference, untold } = standing;
  const plain = accept && getOneClickPlace(decisions);
  const mayAccept = mayDecide.includes("accepted");
  const hrefOf = (to: State) => getEnrollmentUrl(reference, list, { below: `/decide/${to}` });
  const ways = [
    ...(plain ? [{ words: t("otherwise"), href: hrefOf("accepted") }] : []),
    ...listSeldomDecisions(decisions).map((to) => ({ words: actions(to), href: hrefOf(to) })),
  ];
  return (
    <Section id="decision" title={t("title")}>
      {place && <p className="mb-2 [overflow-wrap:anywhere]">{place}</p>}
      {rank !== undefined && <p className="mb-2 text-small">{t("rank", { rank })}</p>}
      {mayAccept && <Left wishes={wishes} />}
      {history[0]?.status === "void" && <p className="mb-3 text-small">{t("overtaken")}</p>}
      {untold && <UnnotifiedPanel decisions={decisions} />}
      <PlaceConfirmationStatus decisions={decisions} />
      {plain && <AcceptForm {...{ decisions, plain, accept, hasNext }} />}
      {mayDecide.length > 0 && (
        <nav aria-label={t("decide")} className="mb-4 flex flex-wrap items-center gap-3 print:hidden">
          {mayAccept && !plain && <LinkButton href={hrefOf("accepted")}>{actions("accepted")}</LinkButton>}
          <DecisionMenu ways={ways} />
        </nav>
      )}
    </Section>
  );
}

/** All but the acceptance; what can be undone is not put back too. */
export const listSeldomDecisions = ({ mayDecide, standing }: DecisionHistory) =>
  mayDecide.filter((to) => to !== "accepted" && !(standing.untold && to === "pending"));

type AcceptProps = Pick<Props, "decisions" | "hasNext"> & {
  plain: NonNullable<ReturnType<typeof getOneClickPlace>>;
  accept: FormAction;
  /** Beside a list: one button, which opens the next one there too. */
  beside?: boolean;
};

/** A plain acceptance is one press: free, nobody waits, and the mail was seen today (desk 36). */
export function AcceptForm({ decisions, plain, accept, hasNext, beside = false }: AcceptProps) {
  const t = useTranslations("decisions");
  const { standing, tell } = decisions;
  return (
    <DeskForm name="accept" action={accept} className="mb-3 print:hidden">
      <VersionField version={standing.version} />
      <input type="hidden" name="place" value={`${plain.specialityId ?? ""}/${plain.syllabusId ?? ""}`} />
      <input type="hidden" name="tell" value={tell} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          name="intent"
          value={beside && hasNext ? "next" : "decide"}
          data-key={beside ? "a" : undefined}
          className={beside ? "grow" : undefined}
        >
          {t("panel.acceptIn", { place: plain.name })}
          {beside && <ShortcutKey>a</ShortcutKey>}
        </SubmitButton>
        {hasNext && !beside && (
          <SubmitButton look="secondary" name="intent" value="next">
            {t("panel.acceptNext")}
          </SubmitButton>
        )}
      </div>
      <p className="mt-2 text-small text-muted">{t(`panel.tells.${tell}`)}</p>
    </DeskForm>
  );
}

/** Free places stand beside each wish, with who waits for them (admission 10). */
function Left({ wishes }: Pick<DecisionHistory, "wishes">) {
  const t = useTranslations("decisions.form");
  if (wishes.length === 0) return null;
  return (
    <ul className="mb-3 text-small">
      {wishes.map(({ name, ...left }) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          {name}: {t("left", getFreePlacesValues(left))}
          {!left.isOffered && <span className="block text-wait">{t("notOffered")}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Until when the family says whether it keeps its place; who has said so on the telephone is noted here. */
export function PlaceConfirmationStatus({ decisions }: Pick<Props, "decisions">) {
  const t = useTranslations("decisions.panel");
  const locale = useLocale() as Locale;
  const { answer, standing, mayDecide } = decisions;
  if (!answer) return null;
  const day = addElision({ day: formatDay(answer.answerBy, locale) });
  return (
    <div className="mb-4 text-small">
      <p className="mb-2">{t(answer.lapsed ? "lapsed" : answer.loses ? "askedLoses" : "asked", day)}</p>
      {mayDecide.length > 0 && !answer.lapsed && (
        <DeskForm name="keep" action={confirmPlaceForFamilyAction} className="print:hidden">
          <VersionField version={standing.version} />
          <SubmitButton look="secondary">{t("keep")}</SubmitButton>
        </DeskForm>
      )}
    </div>
  );
}

export function UnnotifiedPanel({ decisions }: Pick<Props, "decisions">) {
  const { instant } = useDateFormats();
  const t = useTranslations("decisions.panel");
  const states = useTranslations("decisions.states");
  const { standing, mayDecide } = decisions;
  const { untold, state, version } = standing;
  return (
    <div className="mb-4 rounded-card border-l-4 border-accent bg-tint px-5 py-3 text-small">
      <p>{untold?.tellAt ? t("held", { time: instant(untold.tellAt) }) : t("withList")}</p>
      <p className="mb-2">{t("known", { state: states(state) })}</p>
      {mayDecide.length > 0 && (
        <DeskForm name="undo" action={undoDecisionAction} className="print:hidden">
          <VersionField version={version} />
          <SubmitButton look="secondary">{t("undo")}</SubmitButton>
        </DeskForm>
      )}
    </div>
  );
}
