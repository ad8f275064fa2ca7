import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { BirthDateForm } from "@/app/[locale]/(account)/_lib/birth-date-form";
import { guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import { checkBirthDateAction } from "@/app/[locale]/(account)/answer/actions";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { PageColumn } from "@/components/layout/page-column";
import { EmptyPage } from "@/components/site/empty-page";
import { LinkButton } from "@/components/site/link-button";
import { Icon } from "@/components/ui/icons/icon";
import { lock } from "@/components/ui/icons/paths";
import { readGuardianToken } from "@/lib/family/guardians/verbs";
import { findLinkReader, readLinkRequests } from "@/lib/family/renewal/verbs";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { isToken } from "@/lib/platform/crypto";
import type { Day } from "@/lib/platform/dates";
import { setPageStatus } from "@/lib/platform/page-request";
import { PlaceConfirmationForm } from "../place-confirmation-form";
import { QuestionForm } from "../question-form";
import { RenewalInvitationForm } from "./renewal-invitation-form";
import { RenewalSummary } from "./renewal-summary";

export const metadata: Metadata = { referrer: "no-referrer" };

/** Place confirmations and renewals by link. Opening the page changes nothing. */
export default withUnavailablePage(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/answer/[token]">) {
  const [{ token }, { said }] = await Promise.all([params, searchParams]);
  const now = new Date();
  const personId = await findLinkReader(token, now);
  if (!personId) return <NoQuestionPage end={isToken(token) ? "answered" : "incomplete"} />;
  const { places, questions, renewal, about } = await readLinkRequests(personId, now, await getLocale());
  if (about.length === 0)
    return <NoQuestionPage said={said} end={renewal?.isOver ? "over" : "answered"} opens={renewal?.opens} />;
  const studentId = readGuardianToken(await guardianTokenCookie.read(), personId, now);
  if (!about.some((subject) => subject.studentId === studentId)) {
    const kind = places.length > 0 ? "place" : questions.length > 0 ? "question" : "renewal";
    return (
      <PageColumn>
        <LinkBirthDateForm token={token} kind={kind} />
      </PageColumn>
    );
  }
  const openRenewal = renewal && !renewal.isOver;
  const isOpen = openRenewal && renewal.open.length > 0;
  const [first] = questions;
  return (
    <PageColumn>
      <AccountFlashMessage flash={said} />
      {places.length > 0 && <PlaceConfirmationForm token={token} places={places} />}
      {isOpen && (
        <RenewalInvitationForm token={token} renewal={renewal} level={places.length > 0 ? "h2" : "h1"} />
      )}
      {questions.map((question) => (
        <QuestionForm
          key={question.id}
          token={token}
          question={question}
          level={places.length === 0 && !isOpen && question === first ? "h1" : "h2"}
        />
      ))}
      {openRenewal && (
        <RenewalSummary
          token={token}
          renewal={renewal}
          level={places.length + questions.length === 0 && !isOpen ? "h1" : "h2"}
        />
      )}
      <LinkNote />
    </PageColumn>
  );
});

type Props = { token: string; kind: "place" | "question" | "renewal" };

/** In case the mail went to a stranger. */
async function LinkBirthDateForm({ token, kind }: Props) {
  const t = await getTranslations("account");
  const texts = {
    place: { title: t("placeAnswer.birthDateTitle"), intro: t("placeAnswer.birthDateLead") },
    question: { title: t("question.title"), intro: t("question.birthDateLead") },
    renewal: { title: t("renewal.birthDateTitle"), intro: t("renewal.birthDateLead") },
  };
  return (
    <BirthDateForm
      action={checkBirthDateAction}
      {...texts[kind]}
      label={t("placeAnswer.birthDate")}
      token={token}
    />
  );
}

async function LinkNote() {
  const t = await getTranslations("account.placeAnswer");
  return (
    <p className="mt-8 flex gap-2 border-t border-hairline pt-4 text-small text-muted">
      <Icon d={lock} className="mt-0.5 shrink-0" />
      <span>
        {t.rich("behind", {
          link: (chunks) => <Link href="/account">{chunks}</Link>,
        })}
      </span>
    </p>
  );
}

type EndProps = {
  said?: string | string[] | undefined;
  /** Answered or withdrawn; an address that a mail program has cut off or extended; a renewal after its last day. */
  end: "answered" | "incomplete" | "over";
  /** The day from which the year can be requested again. */
  opens?: Day | undefined;
};

async function NoQuestionPage({ said, end, opens }: EndProps) {
  const [t, locale] = await Promise.all([getTranslations("account"), getLocale()]);
  const texts = {
    answered: { title: t("placeAnswer.none"), text: t("placeAnswer.noneLead") },
    incomplete: { title: t("notWhole.title"), text: t("notWhole.lead") },
    over: {
      title: t("renewal.over"),
      text: opens
        ? t("renewal.overUntil", addElision({ day: formatDay(opens, locale) }))
        : t("renewal.overLead"),
    },
  };
  const { title } = texts[end];
  if (end === "incomplete") setPageStatus(404);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="wrap pt-6 empty:hidden">
        <AccountFlashMessage flash={said} />
      </div>
      <EmptyPage {...texts[end]}>
        <LinkButton href="/account">{t("placeAnswer.account")}</LinkButton>
      </EmptyPage>
    </>
  );
}
