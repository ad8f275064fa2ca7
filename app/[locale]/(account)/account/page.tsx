import { getLocale, getTranslations } from "next-intl/server";
import { AnnouncedRounds } from "@/app/[locale]/_lib/announced-rounds";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { startEnrollmentAction } from "@/app/[locale]/enroll/start-actions";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { DraftOffer } from "@/components/account/draft-offer";
import { PostForm } from "@/components/forms/post-form";
import { PageHeading } from "@/components/layout/page-column";
import { LinkButton } from "@/components/site/link-button";
import { Icon } from "@/components/ui/icons/icon";
import { mailWarning, plus } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { readFamilyHome } from "@/lib/family/account/queries";
import { listUndelivered } from "@/lib/family/email/verbs";
import { listUnansweredChildren } from "@/lib/family/guardians/verbs";
import { type FamilyOverview, listRenewingStudents } from "@/lib/family/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { getPromisedDay, getSchoolToday, getSettings } from "@/lib/school/settings";
import { getOfferTime, NEW_CHILD } from "@/lib/wizard/account/verbs";
import { requirePersonId } from "../_lib/session";
import { AccountLinks } from "./account-links";
import { resumeDraftAction } from "./actions";
import { ChildCard } from "./child-card";
import { RenewalForm } from "./renewal-form";

/** One card per child, and one button for all renewals (families 9, 34). */
export default withUnavailablePage(async function Page({ searchParams }: PageProps<"/[locale]/account">) {
  const [personId, locale] = await Promise.all([requirePersonId(), getLocale()]);
  const [t, home, school, today, offeredAt, { said }, { longInstant }] = await Promise.all([
    getTranslations("account.view"),
    readFamilyHome(personId, new Date(), locale),
    getSettings(),
    getSchoolToday(),
    getOfferTime(personId),
    searchParams,
    getDateFormats(),
  ]);
  const { account, family, children } = home;
  const { requestedYear } = family;
  const renewing = listRenewingStudents(family);
  // One primary button: renewal, else a draft, the first place to confirm or a first request (face 1).
  const isFree = renewing.length === 0 && !offeredAt;
  const toConfirm = isFree
    ? account.enrollments.find(({ options }) => options.confirmUntil)?.reference
    : undefined;
  const title = (await getRenewalQuestion(family, today)) ?? t("title");
  const name = [account.name, account.surname].filter(Boolean).join(" ");
  return (
    <div className="wrap py-6 sm:py-10">
      <PageTitle>{title}</PageTitle>
      <AccountFlashMessage flash={said} />
      <PageHeading>{title}</PageHeading>
      {renewing.length > 0 && <RenewalIntro family={family} />}
      <p className="mb-6 text-muted [overflow-wrap:anywhere]">
        {t("signedInAs", { name, email: account.email })}
      </p>
      {offeredAt && (
        <DraftOffer
          time={longInstant(offeredAt)}
          acceptAction={resumeDraftAction}
          variant={renewing.length > 0 ? "secondary" : "primary"}
        />
      )}
      <Problems personId={personId} isMinor={account.isMinor} hasOwn={account.enrollments.length > 0} />
      <div className="grid items-start gap-x-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          {children.length === 0 && <p className="mb-6">{t("none")}</p>}
          {children.map((child) => (
            <ChildCard
              key={child.id}
              child={child}
              family={family}
              today={today}
              timeZone={school.time_zone}
              answerBy={child.current && getPromisedDay(child.current, school)}
              primaryReference={toConfirm}
            />
          ))}
          {!account.isMinor && <MoreRequests family={family} isFirst={isFree && children.length === 0} />}
        </div>
        <div>
          {requestedYear && renewing.length > 0 && <RenewalForm family={family} year={requestedYear} />}
          <AnnouncedRounds className="mb-6" />
          <AccountLinks isMinor={account.isMinor} hasPassword={account.hasPassword} />
        </div>
      </div>
    </div>
  );
});

async function getRenewalQuestion(family: FamilyOverview, today: string): Promise<string | undefined> {
  const t = await getTranslations("account.family");
  const renewing = listRenewingStudents(family);
  const [first] = renewing;
  if (!family.requestedYear || !first) return;
  const when = family.requestedYear.start_school_year > today ? "next" : "now";
  return first.isOwn && renewing.length === 1
    ? t("doYou", { when })
    : t("doThey", { count: renewing.length, name: first.name, when });
}

async function RenewalIntro({ family: { requestedYear, renewal } }: { family: FamilyOverview }) {
  const [t, locale] = await Promise.all([getTranslations("account.family"), getLocale()]);
  const until = requestedYear?.end_enrollment;
  return (
    <p className="mb-2 max-w-measure text-lead text-muted">
      {renewal && t("leadRenewal", addElision({ day: formatDay(renewal, locale) }))}
      {!renewal && until && t("leadUntil", addElision({ day: formatDay(until, locale) }))}
      {!renewal && !until && t("lead")}
    </p>
  );
}

type ProblemsProps = { personId: string; isMinor: boolean; hasOwn: boolean };

/** Unanswered guardianships and undelivered mails. */
async function Problems({ personId, isMinor, hasOwn }: ProblemsProps) {
  const [t, children, undelivered] = await Promise.all([
    getTranslations("account.view"),
    listUnansweredChildren(personId, new Date()),
    listUndelivered(personId, new Date()),
  ]);
  return (
    <>
      {children.length > 0 && (
        <Notice>
          <p className="mb-2 max-w-measure">{t("named", { more: hasOwn ? "yes" : "no" })}</p>
          <Link href="/account/guardian">{t("answer")}</Link>
        </Notice>
      )}
      {!isMinor &&
        undelivered.map(({ id, email }) => (
          <Notice key={id} tone="danger" icon={mailWarning}>
            <p className="mb-2 max-w-measure [overflow-wrap:anywhere]">{t("unreached", { email })}</p>
            <Link href="/account/details">{t("correctIt")}</Link>
          </Notice>
        ))}
    </>
  );
}

async function MoreRequests({ family, isFirst }: { family: FamilyOverview; isFirst: boolean }) {
  const [t, tView] = await Promise.all([getTranslations("account.family"), getTranslations("account.view")]);
  const isGuardian = family.students.some(({ canEnroll, isOwn }) => canEnroll && !isOwn);
  return (
    <div className="mb-8 space-y-4 print:hidden">
      {family.isOpen && isGuardian && (
        <PostForm action={startEnrollmentAction}>
          <button type="submit" name="whom" value={NEW_CHILD} className="choice w-full text-start">
            <Icon d={plus} className="text-accent" />
            {t("add")}
          </button>
        </PostForm>
      )}
      <p>
        <LinkButton href="/enroll" variant={isFirst ? "primary" : "secondary"}>
          {tView("enroll")}
        </LinkButton>
      </p>
    </div>
  );
}
