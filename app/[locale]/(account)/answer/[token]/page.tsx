import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { PageColumn } from "@/components/layout/page-column";
import { readGuardianToken } from "@/lib/family/guardians/verbs";
import { findLinkReader, readLinkRequests } from "@/lib/family/renewal/verbs";
import { PlaceConfirmationForm } from "../place-confirmation-form";
import { QuestionForm } from "../question-form";
import { LinkBirthDateForm, LinkNote } from "./link-page-parts";
import { NothingToAnswer, RenewalOver } from "./nothing-to-answer";
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
  if (!personId) return <NothingToAnswer />;
  const { places, questions, renewal, about } = await readLinkRequests(personId, now, await getLocale());
  if (about.length === 0)
    return renewal?.isOver ? (
      <RenewalOver said={said} opens={renewal.opens} />
    ) : (
      <NothingToAnswer said={said} />
    );
  const studentId = readGuardianToken(await guardianTokenCookie.read(), personId, now);
  if (!about.some((asked) => asked.studentId === studentId)) {
    const asks = places.length > 0 ? "place" : questions.length > 0 ? "question" : "renewal";
    return (
      <PageColumn>
        <LinkBirthDateForm token={token} asks={asks} />
      </PageColumn>
    );
  }
  const renews = renewal && !renewal.isOver;
  const isOpen = renews && renewal.open.length > 0;
  const [first] = questions;
  return (
    <PageColumn>
      <AccountFlashMessage said={said} />
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
      {renews && (
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
