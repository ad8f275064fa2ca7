import { getLocale, getTranslations } from "next-intl/server";
import { AnnouncedRounds } from "@/app/[locale]/_lib/announced-rounds";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { DraftOffer } from "@/components/account/draft-offer";
import { PostForm } from "@/components/forms/post-form";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { getContactLinks } from "@/components/site/contact-links";
import { LinkRow } from "@/components/ui/charts/stat";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { download, house, lock, logOut, mailWarning, plus, usersRound } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { listRequestedCourses } from "@/lib/catalogue/requested-courses";
import { readFamilyAccount } from "@/lib/family/account/queries";
import { listUndelivered } from "@/lib/family/email/verbs";
import { listUnansweredChildren } from "@/lib/family/guardians/verbs";
import { Link } from "@/lib/i18n/navigation";
import { getPromisedDay, getSettings } from "@/lib/school/settings";
import { getOfferTime } from "@/lib/wizard/drafts/verbs";
import { requirePersonId } from "../_lib/session";
import { resumeDraftAction, signOutAction } from "./actions";
import { EnrollmentCard } from "./enrollment-card";

export default withUnavailablePage(async function Page({ searchParams }: PageProps<"/[locale]/account">) {
  const personId = await requirePersonId();
  const [t, family, details, password, data, account, school, asked, lost, offered, { said }] =
    await Promise.all([
      getTranslations("account.view"),
      getTranslations("account.family"),
      getTranslations("account.details"),
      getTranslations("account.newPassword"),
      getTranslations("account.data"),
      readFamilyAccount(personId, new Date()),
      getSettings(),
      listUnansweredChildren(personId, new Date()),
      listUndelivered(personId, new Date()),
      getOfferTime(personId),
      searchParams,
    ]);
  // The one filled button: an offered draft, else the first place to answer, else a first request (face 1).
  const toAnswer = offered ? undefined : account.enrollments.find(({ ways }) => ways.answer)?.reference;
  const requested = await listRequestedCourses(
    account.enrollments.map(({ reference }) => reference),
    await getLocale(),
  );
  const name = [account.name, account.surname].filter(Boolean).join(" ");
  return (
    <PageColumn>
      <PageTitle>{t("title")}</PageTitle>
      <PageHeading>{t("title")}</PageHeading>
      <AccountFlashMessage said={said} />
      <p className="mb-8 text-muted [overflow-wrap:anywhere]">
        {t("signedInAs", { name, email: account.email })}
      </p>
      {offered && <DraftOffer since={offered} timeZone={school.time_zone} take={resumeDraftAction} />}
      {asked.length > 0 && (
        <Notice>
          <p className="mb-2 max-w-measure">
            {t("named", { more: account.enrollments.length > 0 ? "yes" : "no" })}
          </p>
          <Link href="/account/guardian">{t("answer")}</Link>
        </Notice>
      )}
      {!account.isMinor &&
        lost.map(({ id, email }) => (
          <Notice key={id} tone="danger" icon={mailWarning}>
            <p className="mb-2 max-w-measure [overflow-wrap:anywhere]">{t("unreached", { email })}</p>
            <Link href="/account/details">{t("correctIt")}</Link>
          </Notice>
        ))}
      <AnnouncedRounds className="mb-8" />
      <h2 className="mb-4">{t("enrollments")}</h2>
      {account.enrollments.length === 0 && <p>{t("none")}</p>}
      {account.enrollments.map((enrollment) => (
        <EnrollmentCard
          key={enrollment.reference}
          enrollment={enrollment}
          answersFirst={enrollment.reference === toAnswer}
          timeZone={school.time_zone}
          answerBy={getPromisedDay(enrollment, school)}
          requested={requested.find(({ reference }) => reference === enrollment.reference)}
        />
      ))}
      {!account.isMinor && (
        <p className="mb-8 print:hidden">
          <Link
            href="/enroll"
            className={buttonClass(offered || account.enrollments.length > 0 ? "secondary" : "primary")}
          >
            <Icon d={plus} />
            {t("enroll")}
          </Link>
        </p>
      )}
      <nav aria-label={t("nav")} className="mb-8 print:hidden">
        <ul className="link-rows">
          <Way icon={house} href="/account/family" words={family("toFamily")} />
          {!account.isMinor && <Way icon={usersRound} href="/account/details" words={details("title")} />}
          <Way icon={lock} href="/account/password" words={password("title")} />
          <Way icon={download} href="/account/data" words={data("title")} />
        </ul>
      </nav>
      <p>
        {t.rich("contact", getContactLinks({ email: school.contact_email, phone: school.contact_phone }))}
      </p>
      <PostForm action={signOutAction} className="mt-6 print:hidden">
        <Button look="secondary" id="sign-out">
          <Icon d={logOut} />
          {t("signOut")}
        </Button>
      </PostForm>
    </PageColumn>
  );
});

const Way = ({ icon, href, words }: { icon: string; href: string; words: string }) => (
  <li>
    <Link href={href}>
      <LinkRow icon={icon} title={words} />
    </Link>
  </li>
);
