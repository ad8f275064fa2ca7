import { getLocale, getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { startEnrollmentAction } from "@/app/[locale]/enroll/start-actions";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { PostForm } from "@/components/forms/post-form";
import { PageHeading } from "@/components/layout/page-column";
import { LinkRow } from "@/components/ui/charts/stat";
import { Icon } from "@/components/ui/icons/icon";
import { history, plus, usersRound } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { listOpenQuestions, listPlacesToConfirm } from "@/lib/family/confirmations/verbs";
import { listUnansweredChildren } from "@/lib/family/guardians/verbs";
import {
  type FamilyOverview,
  type FamilyStudent,
  goingOn,
  readFamilyOverview,
} from "@/lib/family/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { getSchoolToday } from "@/lib/school/settings";
import { NEW_CHILD } from "@/lib/wizard/drafts/verbs";
import { RenewalForm } from "./renewal-form";
import { StudentCard } from "./student-card";

/** A card for each child, and one press for all who go on (families 34). */
export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/account/family">) {
  const personId = await requirePersonId();
  const [t, day, { said }, family] = await Promise.all([
    getTranslations("account.family"),
    getSchoolToday(),
    searchParams,
    readFamilyOverview(personId, new Date(), await getLocale()),
  ]);
  const { students, asked } = family;
  const going = goingOn(family);
  const title = await titleOf(family, going, day);
  const acts = students.length === 0 || students.some((student) => student.acts);
  return (
    <div className="wrap py-6 sm:py-10">
      <PageTitle>{title}</PageTitle>
      <AccountFlashMessage said={said} />
      <PageHeading>{title}</PageHeading>
      {going.length > 0 && asked && <Lead until={asked.end_enrollment} renewal={family.renewal} />}
      <WaitingAnswers personId={personId} />
      <div className={going.length > 0 ? "grid items-start gap-x-6 lg:grid-cols-[minmax(0,1fr)_24rem]" : ""}>
        <div>
          {students.map((student) => (
            <StudentCard key={student.id} student={student} years={family} today={day} />
          ))}
          {acts && asked && (
            <PostForm action={startEnrollmentAction} className="mb-6 print:hidden">
              <button type="submit" name="whom" value={NEW_CHILD} className="choice w-full text-start">
                <Icon d={plus} className="text-accent" />
                {t("add")}
              </button>
            </PostForm>
          )}
        </div>
        {asked && going.length > 0 && <RenewalForm family={family} year={asked} />}
      </div>
      <Doors acts={acts} />
    </div>
  );
});

async function titleOf(
  { asked, students }: FamilyOverview,
  going: FamilyStudent[],
  day: string,
): Promise<string> {
  const t = await getTranslations("account.family");
  const [first] = going;
  if (!asked || !first) return t("title", { alone: students.every(({ isOwn }) => isOwn) ? "yes" : "no" });
  const when = asked.start_school_year > day ? "next" : "now";
  return first.isOwn && going.length === 1
    ? t("doYou", { when })
    : t("doThey", { count: going.length, name: first.name, when });
}

async function Lead({ until, renewal }: { until: string | null; renewal: string | undefined }) {
  const [t, locale] = await Promise.all([getTranslations("account.family"), getLocale() as Promise<Locale>]);
  return (
    <p className="mb-6 max-w-measure text-lead text-muted">
      {renewal && t("leadRenewal", addElision({ day: formatDay(renewal, locale) }))}
      {!renewal && until && t("leadUntil", addElision({ day: formatDay(until, locale) }))}
      {!renewal && !until && t("lead")}
    </p>
  );
}

async function Doors({ acts }: { acts: boolean }) {
  const t = await getTranslations("account.family");
  return (
    <nav aria-label={t("more")} className="mt-6 print:hidden">
      <ul className="link-rows">
        {acts && (
          <li>
            <Link href="/account/details">
              <LinkRow icon={usersRound} title={t("people")} text={t("peopleText")} />
            </Link>
          </li>
        )}
        <li>
          <Link href="/account">
            <LinkRow icon={history} title={t("requests")} text={t("requestsText")} />
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** What waits for an answer of whoever looks: places that were offered, and children of whom they were named guardian. */
async function WaitingAnswers({ personId }: { personId: string }) {
  const now = new Date();
  const [t, view, locale, places, named, questions] = await Promise.all([
    getTranslations("account.family"),
    getTranslations("account.view"),
    getLocale() as Promise<Locale>,
    listPlacesToConfirm(personId, now, await getLocale()),
    listUnansweredChildren(personId, now),
    listOpenQuestions(personId, now),
  ]);
  const [first] = places;
  return (
    <>
      {first && (
        <Notice tone="wait">
          <p className="mb-2 max-w-measure">
            {t("places", {
              count: places.length,
              name: first.student,
              ...addElision({ day: formatDay(first.answerBy, locale) }),
            })}
          </p>
          <Link href="/account/answer">{view("answerNow")}</Link>
        </Notice>
      )}
      {questions.map(({ id, reference, student, answerBy }) => (
        <Notice key={id} tone="wait">
          <p className="mb-2 max-w-measure">
            {t("question", { name: student, ...addElision({ day: formatDay(answerBy, locale) }) })}
          </p>
          <Link href={`/account/enrollments/${reference}#question-${reference}`}>{view("answerNow")}</Link>
        </Notice>
      ))}
      {named.length > 0 && (
        <Notice>
          <p className="mb-2 max-w-measure">{view("named", { more: "yes" })}</p>
          <Link href="/account/guardian">{view("answer")}</Link>
        </Notice>
      )}
    </>
  );
}
