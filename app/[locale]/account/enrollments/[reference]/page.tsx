import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { QuestionForm } from "@/app/[locale]/answer/question-form";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { useSchoolDates } from "@/app/[locale]/school-dates";
import { AccountSaid } from "@/components/account/account-said";
import { BackToAccount } from "@/components/account/back-to-account";
import { answerSections } from "@/components/form/answer-cards";
import { CheckAnswers } from "@/components/form/check-answers";
import { LinkButton } from "@/components/site/link-button";
import { Column, Title } from "@/components/site/page";
import { stateLooks } from "@/components/site/state-look";
import { cn } from "@/components/ui/cn";
import { Icon } from "@/components/ui/icon";
import { Sheet } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { getFamilyOptions } from "@/lib/decisions/family/verbs";
import { type State, states } from "@/lib/enrollment/states";
import { type FamilyEvent, readHistory, readSentAnswers } from "@/lib/family/queries";
import { listOpenQuestions } from "@/lib/family/confirmations/verbs";
import { formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { toLocalDay } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import { requirePerson } from "../../session-cookie";
import { sentData } from "./sent-data";

/** Everything that was sent, to be read again and printed. */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/account/enrollments/[reference]">) {
  const personId = await requirePerson();
  const sent = await readSentAnswers(personId, (await params).reference, new Date());
  if (!sent) return <NoSuchPage />;

  const [t, words, locale, { time_zone }, { said }] = await Promise.all([
    getTranslations("account.answers"),
    getTranslations("wizard"),
    getLocale() as Promise<Locale>,
    getSettings(),
    searchParams,
  ]);
  const { steps, answers, student, year, reference, createdAt, part, state } = sent;
  const data = await sentData(sent, locale);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <BackToAccount />
      <Title caption={t("caption", { student, year, reference })}>{t("title")}</Title>
      {part !== "former" && <Stands state={state} />}
      <p className="mb-8 max-w-measure">
        {t("sent", { day: formatDay(toLocalDay(time_zone, createdAt), locale) })}
      </p>
      <AccountSaid said={said} />
      <Questions personId={personId} reference={reference} />
      <CheckAnswers sections={answersAlone(answerSections(steps, { t: words, locale, answers, data }))} />
      <Since personId={personId} reference={reference} />
      {part === "sender" && <Withdraw reference={reference} />}
    </Column>
  );
});

/** What the school asks about it, of whoever acts for it (desk 37). */
async function Questions({ personId, reference }: { personId: string; reference: string }) {
  const asked = await listOpenQuestions(personId, new Date());
  const question = asked.find((one) => one.reference === reference);
  return question && <QuestionForm question={question} level="h2" />;
}

async function Stands({ state }: { state: State }) {
  const t = await getTranslations("account.view.sentences");
  const { icon, color } = stateLooks[states[state].look];
  return (
    <p className="mb-3 flex gap-2 text-lead font-semibold" data-state={state}>
      <Icon d={icon} className={cn("mt-1", color)} />
      {t(state)}
    </p>
  );
}

/** The way to the page that says what it means, last. */
async function Withdraw({ reference }: { reference: string }) {
  const [t, ways] = await Promise.all([getTranslations("account.view"), getFamilyOptions(reference, new Date())]);
  if (!ways.withdraw) return null;
  return (
    <p className="print:hidden">
      <LinkButton href={`/account/enrollments/${reference}/withdraw`} look="danger">
        {t("withdraw")}
      </LinkButton>
    </p>
  );
}

async function Since({ personId, reference }: { personId: string; reference: string }) {
  const events = await readHistory(personId, reference);
  return <History events={events} />;
}

type Sections = ReturnType<typeof answerSections>;

/** Advice is for who can still change an answer; of what has none nobody knows any more whether it was asked. */
const answersAlone = (sections: Sections): Sections =>
  sections
    .map(({ title, cards }) => ({
      title,
      cards: cards
        .filter(({ answered }) => answered)
        .map(({ rows, ...card }) => ({ ...card, rows: rows.map(({ advice, ...row }) => row), blank: [] })),
    }))
    .filter(({ cards }) => cards.length > 0);

type Props = {
  events: FamilyEvent[];
};

/** What happened since, the newest first: the family or the school, nobody by name. */
function History({ events }: Props) {
  const { longInstant } = useSchoolDates();
  const t = useTranslations("account.history");
  return (
    <Sheet title={t("title")} className="mb-8 break-inside-avoid">
      <div className="pt-4">
        <Timeline
          moments={events.map((event) => ({
            key: `${event.what} ${event.at.getTime()}`,
            title: event.what === "told" ? t(`told.${event.state}`) : t(`events.${event.what}`),
            text: `${longInstant(event.at)} · ${t(`by.${event.by}`)}`,
          }))}
        />
      </div>
    </Sheet>
  );
}
