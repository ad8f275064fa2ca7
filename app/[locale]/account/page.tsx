import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { AccountSaid } from "@/components/account/account-said";
import { EnrollmentCard } from "@/components/account/enrollment-card";
import { OfferedDraft } from "@/components/account/offered-draft";
import { contactLinks } from "@/components/site/contact-links";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { familyAccount } from "@/lib/family/cards";
import { childrenToAnswerFor } from "@/lib/family/guardian";
import { unreached } from "@/lib/family/unreached";
import { offeredSince } from "@/lib/form/server/offered-draft";
import { Link } from "@/lib/i18n/navigation";
import { answerBy } from "@/lib/school/answer-by";
import { settings } from "@/lib/school/settings";
import { signOutAction, takeDraftAction } from "./actions";
import { keepPlaceAction, takeBackAction } from "./enrollment-actions";
import { problemWords } from "./form-words";
import { requirePerson } from "./session-cookie";

export const metadata: Metadata = { robots: { index: false } };

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/account">) {
  const personId = await requirePerson();
  const [t, details, password, data, account, school, words, asked, lost, offered, { said }] =
    await Promise.all([
      getTranslations("account.view"),
      getTranslations("account.details"),
      getTranslations("account.newPassword"),
      getTranslations("account.data"),
      familyAccount(personId, new Date()),
      settings(),
      problemWords(),
      childrenToAnswerFor(personId, new Date()),
      unreached(personId, new Date()),
      offeredSince(personId),
      searchParams,
    ]);
  const name = [account.name, account.surname].filter(Boolean).join(" ");
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <AccountSaid said={said} />
      <p className="mb-4 [overflow-wrap:anywhere]">{t("signedInAs", { name, email: account.email })}</p>
      <nav aria-label={t("nav")} className="mb-4 print:hidden">
        <ul className="flex flex-wrap gap-x-6">
          {!account.isMinor && <Way href="/account/details" words={details("title")} />}
          <Way href="/account/password" words={password("title")} />
          <Way href="/account/data" words={data("title")} />
        </ul>
      </nav>
      <PostForm action={signOutAction} className="mb-8 print:hidden">
        <Button look="secondary" id="sign-out">
          {t("signOut")}
        </Button>
      </PostForm>
      {offered && <OfferedDraft since={offered} timeZone={school.time_zone} take={takeDraftAction} />}
      {asked.length > 0 && (
        <Notice>
          <p className="mb-2 max-w-measure">
            {t("named", { more: account.enrollments.length > 0 ? "yes" : "no" })}
          </p>
          <Link href="/account/guardian" prefetch={false}>
            {t("answer")}
          </Link>
        </Notice>
      )}
      {!account.isMinor &&
        lost.map(({ id, email }) => (
          <Notice key={id}>
            <p className="mb-2 max-w-measure [overflow-wrap:anywhere]">{t("unreached", { email })}</p>
            <Link href="/account/details" prefetch={false}>
              {t("correctIt")}
            </Link>
          </Notice>
        ))}
      <h2 className="mb-3 font-serif text-heading font-semibold">{t("enrollments")}</h2>
      {account.enrollments.length === 0 && <p>{t("none")}</p>}
      {account.enrollments.map((enrollment) => (
        <EnrollmentCard
          key={enrollment.reference}
          enrollment={enrollment}
          timeZone={school.time_zone}
          answerBy={answerBy(enrollment.createdAt, school)}
          words={words}
          takeBack={takeBackAction}
          keep={keepPlaceAction}
        />
      ))}
      {!account.isMinor && (
        <p className="mb-8 print:hidden">
          <Link href="/enroll" prefetch={false} className={buttonClass()}>
            {t("enroll")}
          </Link>
        </p>
      )}
      <p>{t.rich("contact", contactLinks({ email: school.contact_email, phone: school.contact_phone }))}</p>
    </Column>
  );
});

const Way = ({ href, words }: { href: string; words: string }) => (
  <li>
    <Link href={href} prefetch={false} className={buttonClass("quiet")}>
      {words}
    </Link>
  </li>
);
