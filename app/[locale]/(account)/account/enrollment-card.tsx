import { useLocale, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { ShownField } from "@/app/[locale]/shown-field";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Requested } from "@/components/site/requested";
import { stateStyles } from "@/components/site/state-styles";
import { cn } from "@/components/ui/cn";
import { buttonClass } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { cross, eye, fileText, listOrdered, pencil, undo } from "@/components/ui/icons/paths";
import type { RequestedCourse } from "@/lib/catalogue/requested-courses";
import { type State, states } from "@/lib/enrollment/states";
import { type CardRound, cardShown } from "@/lib/family/account/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { AccountForm } from "../_lib/account-form";
import { confirmOwnPlaceAction, undoWithdrawalAction } from "./actions";

type Enrollment = {
  reference: string;
  state: State;
  createdAt: Date;
  toldVersion: number;
  keepsPlaceAt: Date | null;
  schoolYear: { year: string };
  student: { name: string | null; surname: string | null };
  part: "sender" | "student" | "guardian" | "former";
  rank: number | undefined;
  choices: boolean;
  question: Day | undefined;
  receipt: boolean;
  round: CardRound | undefined;
  ways: { withdraw?: { until?: Day }; takeBack?: { until: Date }; keep: boolean; answer?: Day };
};

type Props = {
  enrollment: Enrollment;
  /** Answering for its place is the page's one filled button. */
  answersFirst: boolean;
  timeZone: string;
  /** By when the school answers what is pending. */
  answerBy: Day;
  requested: RequestedCourse | undefined;
};

/** An enrollment as its family sees it: who, how it stands in a sentence, what comes next, what can be done. */
export function EnrollmentCard(props: Props) {
  const t = useTranslations("account.view");
  const locale = useLocale() as Locale;
  const { enrollment, timeZone, requested } = props;
  const { reference, createdAt, schoolYear, part } = enrollment;
  const student = [enrollment.student.name, enrollment.student.surname].filter(Boolean).join(" ");
  const facts = [
    [t("year"), schoolYear.year],
    [t("sent"), formatDay(toLocalDay(timeZone, createdAt), locale)],
    [t("reference"), reference],
  ] as const;
  return (
    <article id={`card-${reference}`} className="card mb-5">
      <h3 className="mb-2 font-head text-heading tracking-tight [overflow-wrap:anywhere]">
        <bdi>{student}</bdi>
      </h3>
      {part !== "former" && (
        <p className="mb-4 max-w-measure">
          <Requested course={requested} />
        </p>
      )}
      {part === "former" ? <p className="mb-4">{t("former", { student })}</p> : <HowItStands {...props} />}
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-hairline pt-3 text-small">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {enrollment.round && <InRound round={enrollment.round} />}
      {part !== "former" && <Ways {...props} student={student} />}
    </article>
  );
}

function HowItStands({ enrollment, answerBy }: Props) {
  const t = useTranslations("account.view");
  const locale = useLocale() as Locale;
  const { state, rank } = enrollment;
  const { icon, color } = stateStyles[states[state].look];
  return (
    <>
      <p className="mb-3 flex gap-2 text-lead font-semibold" data-state={state}>
        <Icon d={icon} className={cn("mt-1", color)} />
        <span>
          {t(`sentences.${state}`)} {rank !== undefined && t("rank", { rank })}
        </span>
      </p>
      <h4 className="text-small text-muted">{t("next")}</h4>
      <p className="mb-4">{t(`nexts.${state}`, addElision({ answerBy: formatDay(answerBy, locale) }))}</p>
    </>
  );
}

/** Where the round of its year stands: a provisional list is said to be one (admission 6). */
function InRound({ round: { says, until } }: { round: CardRound }) {
  const t = useTranslations("account.view");
  const locale = useLocale() as Locale;
  const day = until && addElision({ day: formatDay(until, locale) });
  return (
    <p className="mb-4 max-w-measure">
      {day ? t(`round.${says as "asks"}Until`, day) : t(`round.${says as "asks"}`)}
    </p>
  );
}

/** What whoever looks may do: the ways lead to pages of their own, what is harmless is done here. */
function Ways({ enrollment, answersFirst, timeZone, requested, student }: Props & { student: string }) {
  const { longInstant } = useDateFormats();
  const t = useTranslations("account.view");
  const locale = useLocale() as Locale;
  const { reference, part, ways, keepsPlaceAt } = enrollment;
  const path = `/account/enrollments/${reference}`;
  const displayed = cardShown(enrollment, requested);
  const until = ways.withdraw?.until && formatDay(ways.withdraw.until, locale);
  const kept = keepsPlaceAt && formatDay(toLocalDay(timeZone, keepsPlaceAt), locale);
  return (
    <div className="space-y-3 print:hidden">
      {ways.keep && kept && <p className="max-w-measure">{t("kept", addElision({ day: kept }))}</p>}
      {ways.answer && (
        <p>
          <span className="mb-2 block max-w-measure font-semibold">
            {t("answerPlace", addElision({ day: formatDay(ways.answer, locale) }))}
          </span>
          <Link href="/account/answer" className={buttonClass(answersFirst ? "primary" : "secondary")}>
            {t("answerNow")}
            <span className="sr-only">: {student}</span>
          </Link>
        </p>
      )}
      {enrollment.question && (
        <Asked day={enrollment.question} href={`${path}#question-${reference}`} student={student} />
      )}
      {ways.keep && !ways.answer && !kept && (
        <AccountForm action={confirmOwnPlaceAction}>
          <ShownField parts={displayed} />
          <p className="mb-2 max-w-measure text-small">{t("keepWhy")}</p>
          <input type="hidden" name="reference" value={reference} />
          <SubmitButton look="secondary">{t("keep")}</SubmitButton>
        </AccountForm>
      )}
      {until && <p className="max-w-measure text-small">{t("withdrawUntil", addElision({ day: until }))}</p>}
      {ways.takeBack && (
        <AccountForm action={undoWithdrawalAction}>
          <ShownField parts={displayed} />
          <p className="mb-2 max-w-measure text-small">
            {t("takeBackUntil", {
              time: longInstant(ways.takeBack.until),
            })}
          </p>
          <input type="hidden" name="reference" value={reference} />
          <SubmitButton look="secondary">{t("takeBack")}</SubmitButton>
        </AccountForm>
      )}
      <ul className="link-row border-t border-hairline pt-1">
        <Way icon={eye} href={path} words={t("see")} student={student} />
        {enrollment.choices && (
          <Way icon={pencil} href={`${path}/choices`} words={t("choices")} student={student} />
        )}
        {enrollment.round && (
          <Way icon={listOrdered} href={`${path}/points`} words={t("points")} student={student} />
        )}
        {part !== "former" && (
          <Way icon={fileText} href={`${path}/certificate`} words={t("certificate")} student={student} />
        )}
        {enrollment.receipt && (
          <Way icon={fileText} href={`${path}/receipt`} words={t("receipt")} student={student} />
        )}
        {ways.withdraw && (
          <Way icon={undo} href={`${path}/withdraw`} words={t("withdraw")} student={student} />
        )}
        {part === "guardian" && (
          <Way icon={cross} href={`${path}/disagree`} words={t("disagree")} student={student} />
        )}
      </ul>
    </div>
  );
}

/** What the school asks is answered on the enrollment's page (desk 37). */
function Asked({ day, href, student }: { day: Day; href: string; student: string }) {
  const [t, view] = [useTranslations("account.question"), useTranslations("account.view")];
  const locale = useLocale() as Locale;
  return (
    <p>
      <span className="mb-2 block max-w-measure font-semibold">
        {t("see", addElision({ day: formatDay(day, locale) }))}
      </span>
      <LinkButton href={href}>
        {view("answerNow")}
        <span className="sr-only">: {student}</span>
      </LinkButton>
    </p>
  );
}

type WayProps = { icon: string; href: string; words: string; student: string };

function Way({ icon, href, words, student }: WayProps) {
  return (
    <li>
      <Link href={href}>
        <Icon d={icon} />
        <span>
          {words}
          <span className="sr-only">: {student}</span>
        </span>
      </Link>
    </li>
  );
}
