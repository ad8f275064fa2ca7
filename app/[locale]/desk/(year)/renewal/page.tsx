import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { previewRenewalAction } from "@/app/[locale]/desk/(year)/renewal/actions";
import { DeskPage } from "@/components/desk/desk-page";
import { StudentName } from "@/components/desk/enrollment/student-link";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { getPage, PAGE_SIZE, Pagination } from "@/components/site/pagination";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { readRenewal, renewalAnswers } from "@/lib/admission/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";
import type { Day } from "@/lib/platform/dates";

type RenewalCandidates = Awaited<ReturnType<typeof readRenewal>>["candidates"];

/** Renewals of students with a place in the previous year (admission 14). */
export default defineYearPage("read", "desk.renewal", async ({ t, actor, year, query }) => {
  const { longInstant } = await getDateFormats();
  const [locale, { asks, until, mailAt, candidates: people }] = await Promise.all([
    getLocale(),
    readRenewal(actor, year.id),
  ]);
  const day = until && addElision({ day: formatDay(until, locale) });
  const time = mailAt && longInstant(mailAt);
  const intro = day && !time ? t(asks ? "asksUntil" : "askedUntil", day) : t("lead");
  return (
    <DeskPage title={t("title")} caption={year.year} flash={query.said} intro={intro}>
      <AnswersSoFar {...{ people, query }} year={year.id} />
      {people.length > 0 && hasPermission(actor, "run_round") && (
        <RenewalForm year={year.id} deadline={until} notice={day && time && t("coming", { ...day, time })} />
      )}
    </DeskPage>
  );
});

/** Decided before new students. */
const openAnswers = ["change", "pending", "desk"] as const;

type AnswersProps = {
  people: RenewalCandidates;
  year: number;
  /** The `page` of the students with an `answer`. */
  query: Record<string, string | string[] | undefined>;
};

/** Counts by answer, and the students waiting for the desk. */
function AnswersSoFar(props: AnswersProps) {
  const t = useTranslations("desk.renewal");
  if (props.people.length === 0) return <EmptyState>{t("nobody")}</EmptyState>;
  return (
    <>
      <dl className="stat-line mb-8">
        {renewalAnswers.map((answer) => (
          <div key={answer}>
            <dt>{t(`answers.${answer}`)}</dt>
            <dd>{props.people.filter((person) => person.answer === answer).length}</dd>
          </div>
        ))}
      </dl>
      {openAnswers.map((answer) => (
        <OpenAnswers key={answer} {...props} answer={answer} />
      ))}
    </>
  );
}

function OpenAnswers({
  people,
  year,
  query,
  answer,
}: AnswersProps & { answer: (typeof openAnswers)[number] }) {
  const t = useTranslations("desk.renewal");
  const students = people.filter((person) => person.answer === answer);
  if (students.length === 0) return null;
  const { page, from } = getPage(students.length, query.answer === answer ? Number(query.page) : 1);
  const toHref = (page: number) => `/desk/renewal?year=${year}&answer=${answer}&page=${page}#${answer}`;
  return (
    <Section id={answer} title={t(`answers.${answer}`)}>
      <p className="mb-2 max-w-measure text-muted">{t(`why.${answer}`)}</p>
      <ul>
        {students.slice(from, from + PAGE_SIZE).map(({ reference, student }) => (
          <li key={reference}>
            <Link href={`/desk/enrollments/${reference}`} className="inline-block min-h-target py-1.5">
              <StudentName name={student} /> <span className="font-mono">{reference}</span>
            </Link>
          </li>
        ))}
      </ul>
      {students.length > PAGE_SIZE && <Pagination page={page} count={students.length} getHref={toHref} />}
    </Section>
  );
}

type Props = {
  year: number;
  deadline: Day | undefined;
  /** Dates of invitation and deadline, before the renewal opens. */
  notice: string | undefined;
};

/** Opens a renewal after a preview, stops it, or changes the deadline. */
function RenewalForm({ year, deadline, notice }: Props) {
  const t = useTranslations("desk.renewal");
  const isStarted = deadline !== undefined && notice === undefined;
  return (
    <div className="mt-8">
      {notice && (
        <div className="mb-8 rounded-card border-l-4 border-accent bg-tint px-5 py-4">
          <p className="mb-3">{notice}</p>
          <DeskForm name="renewal-stop" verb="renewal_stopped">
            <input type="hidden" name="year" value={year} />
            <SubmitButton variant="secondary">{t("stop")}</SubmitButton>
          </DeskForm>
        </div>
      )}
      <DeskForm name="renewal" action={previewRenewalAction} className="max-w-column">
        <input type="hidden" name="year" value={year} />
        <p className="mb-5 max-w-measure">{t(isStarted ? "changes" : "does")}</p>
        <TextField
          name="answerBy"
          type="date"
          label={t("answerBy")}
          defaultValue={deadline}
          className="max-w-60"
        />
        <SubmitButton>{t(isStarted ? "changeDay" : "look")}</SubmitButton>
      </DeskForm>
    </div>
  );
}
