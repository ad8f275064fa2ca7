import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { BackToAccount } from "@/components/account/back-to-account";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { RoundAnswer } from "@/components/site/round-answer";
import { LinkRow } from "@/components/ui/charts/stat";
import { listOrdered } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { DescriptionList, Section } from "@/components/ui/section";
import { type OwnRound, readOwnRound } from "@/lib/family/round/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { toDay } from "@/lib/platform/dates";
import { submitObjectionAction } from "./actions";
import { Claims } from "./claims";

/** One enrollment in a round: criteria, points and objections (admission 2 and 6). */
export default withUnavailablePage(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/account/enrollments/[reference]/points">) {
  const personId = await requirePersonId();
  const ownRound = await readOwnRound(personId, (await params).reference, new Date());
  if (!ownRound) return <NotFoundPage />;
  const [t, { said }] = await Promise.all([getTranslations("account.points"), searchParams]);
  const title = t("title", addElision({ student: ownRound.student }));
  const { round, entry, isSender } = ownRound;
  return (
    <TitledPage
      title={title}
      caption={`${round.name} · ${round.schoolYear.year}`}
      above={
        <>
          <BackToAccount />
          <AccountFlashMessage flash={said} />
        </>
      }
    >
      <RoundIntro ownRound={ownRound} />
      {isSender && !entry && <Claims ownRound={ownRound} />}
      <DrawSummary ownRound={ownRound} />
      {entry && <ScoreBreakdown ownRound={ownRound} entry={entry} />}
      <Objections ownRound={ownRound} />
      <ul className="link-rows">
        <li>
          <Link href={`/admission/${round.code}?reference=${ownRound.reference}`}>
            <LinkRow icon={listOrdered} title={t("public")} text={t("publicText")} />
          </Link>
        </li>
      </ul>
    </TitledPage>
  );
});

async function RoundIntro({ ownRound: { round, state, entry, canClaim } }: { ownRound: OwnRound }) {
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
  const until = canClaim && round.meritsBy;
  return (
    <>
      <p className="mb-6 max-w-measure text-lead">{t(`lead.${state as "open"}`)}</p>
      {until && (
        <p className="mb-6 max-w-measure">
          {t("until", addElision({ day: formatDay(toDay(until), locale) }))}
        </p>
      )}
      {entry?.late && (
        <Notice tone="wait">
          <p className="max-w-measure">{t("late")}</p>
        </Notice>
      )}
      {state !== "open" && !entry && <p className="mb-6 max-w-measure">{t("noLine")}</p>}
    </>
  );
}

async function Objections({ ownRound }: { ownRound: OwnRound }) {
  const [t, locale] = await Promise.all([getTranslations("account.points.objections"), getLocale()]);
  const { objections, canObject, reference, round } = ownRound;
  if (!canObject && objections.length === 0) return null;
  const isPending = objections.some(({ answer }) => answer === null);
  const day = round.objectionsBy && formatDay(toDay(round.objectionsBy), locale);
  return (
    <Section title={t("title")} id="objections">
      {objections.map(({ words: text, createdAt, answer, upheld }) => (
        <article key={createdAt.getTime()} className="border-b border-hairline py-4">
          <p className="quote whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          <p className="mt-3 max-w-measure whitespace-pre-line [overflow-wrap:anywhere]">
            <b>{t(answer === null ? "waits" : upheld ? "upheld" : "rejected")}</b> {answer}
          </p>
        </article>
      ))}
      {canObject && !isPending && (
        <AccountForm action={submitObjectionAction} className="mt-4">
          <p className="mb-4 max-w-measure">{day ? t("leadUntil", addElision({ day })) : t("lead")}</p>
          <input type="hidden" name="reference" value={reference} />
          <TextAreaField name="words" label={t("label")} rows={4} />
          <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
        </AccountForm>
      )}
    </Section>
  );
}

type Props = { ownRound: OwnRound };

/** Every criterion for the acting guardian; only the total for others. */
async function ScoreBreakdown({ ownRound, entry }: Props & { entry: NonNullable<OwnRound["entry"]> }) {
  if (entry.total === undefined) return null;
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
  return (
    <Section title={t("points")} id="points">
      <dl className="sum max-w-column">
        {entry.lines.map(({ criterion, points }) => (
          <div key={criterion.code}>
            <dt>{criterion[locale]}</dt>
            <dd>{t("worth", { points })}</dd>
          </div>
        ))}
        <div>
          <dt>{t("total")}</dt>
          <dd>{entry.total}</dd>
        </div>
      </dl>
      {ownRound.isSender && isErased(entry) && <p className="text-muted">{t("erased")}</p>}
      {ownRound.isSender && entry.total === 0 && entry.lines.length === 0 && (
        <p className="text-muted">{t("noLines")}</p>
      )}
    </Section>
  );
}

/** Criteria on health or income are deleted after the round; the total stays. */
const isErased = ({ lines, total }: NonNullable<OwnRound["entry"]>) =>
  total !== undefined && lines.reduce((sum, { points }) => sum + points, 0) < total;

/** The published answer and the draw number. */
async function DrawSummary({ ownRound: { entry, result } }: Props) {
  const [t, tRound] = await Promise.all([getTranslations("account.points"), getTranslations("round")]);
  if (!entry?.drawn) return null;
  const number = { label: t("number"), value: <code className="text-small">{entry.drawn}</code> };
  return (
    <Section title={tRound(result ? "own.title" : "phases.drawn")} id="place">
      {result ? <RoundAnswer {...result} rows={[number]} /> : <DescriptionList rows={[number]} />}
    </Section>
  );
}
