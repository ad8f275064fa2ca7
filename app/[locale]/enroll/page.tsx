import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AnnouncedRounds } from "@/app/[locale]/_lib/announced-rounds";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { withOpenGraph } from "@/app/open-graph";
import { DraftOffer } from "@/components/account/draft-offer";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import {
  EnrollmentClosed,
  EnrollmentRequirements,
  EntryLinks,
  ResumeDraft,
} from "@/components/wizard/entry-links";
import {
  AlreadyEnrolled,
  ChosenCourse,
  GuardianGone,
  LostDraft,
  SignInAgain,
} from "@/components/wizard/notices";
import { SavedAnswers } from "@/components/wizard/step/step-layout";
import { getSchoolContact } from "@/lib/school/queries";
import { getOfferTime } from "@/lib/wizard/account/verbs";
import { createFormFlow, findFirstOpenStep, listEnrolledChildren } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool, readChosen } from "@/lib/wizard/drafts/queries";
import { createEmptyDraft, isInaccessible } from "@/lib/wizard/drafts/writes";
import { getSignedInPersonId } from "../(account)/_lib/session";
import { resumeDraftAction } from "../(account)/account/actions";
import { getDraftOrLock, isDraftLost } from "./_lib/draft-cookie";
import { continueWithGuardianAction, startAnotherAction } from "./actions";
import { ExistingStudents } from "./existing-students";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = await Promise.all([getTranslations("wizard"), getSchoolContact()]);
  return withOpenGraph({ title: t("start.title", { school: name }), description: t("start.lead") });
}

export default withUnavailablePage(async function Page({ searchParams }: PageProps<"/[locale]/enroll">) {
  const [t, school, { draft, isLocked }, hasLostDraft, personId, query, { longInstant }] = await Promise.all([
    getTranslations("wizard.start"),
    getFormSchool(),
    getDraftOrLock(),
    isDraftLost(),
    getSignedInPersonId(),
    searchParams,
    getDateFormats(),
  ]);
  const { school_name: name, allow_minors_without_email: emailOptional } = school.settings;
  const contact = { email: school.settings.contact_email, phone: school.settings.contact_phone };
  const offeredAt = personId && !draft?.content.by ? await getOfferTime(personId) : undefined;
  const own = draft && !isInaccessible(draft.content) ? draft.content : undefined;
  const draftSchool = await getFormSchool(own); // with the year in renewal
  const canGoOn = own && (own.children || listEnrolledChildren(own, draftSchool).length === 0);
  const content = canGoOn ? own : undefined;
  const [firstStep] = createFormFlow(createEmptyDraft(), school).steps;
  const chosen = readChosen(query, school);
  const chosenQuery = chosen?.query ?? "";

  if (draftSchool.openYears.length === 0) return <EnrollmentClosed school={school} />;
  return (
    <PageColumn>
      {query.deleted === "yes" && !content && (
        <Notice>
          <p role="status">{t("deleted")}</p>
        </Notice>
      )}
      {query.deleted !== "yes" && query.over !== "yes" && hasLostDraft && <LostDraft contact={contact} />}
      <PageHeading>{t("title", { school: name })}</PageHeading>
      <p className="mb-8 text-lead text-muted">{t(personId ? "leadKnown" : "lead")}</p>
      {query.enrolled === "yes" && <AlreadyEnrolled />}
      {query.over === "yes" && !content && !personId && <GuardianGone />}
      {chosen && <ChosenCourse {...chosen} />}
      {isLocked && <SignInAgain startAnother={startAnotherAction} />}
      {content && (
        <ResumeDraft
          sent={content.sent !== undefined}
          href={`/enroll/${findFirstOpenStep(createFormFlow(content, draftSchool), draftSchool)}${chosenQuery}`}
          startAnother={personId ? undefined : content.next ? continueWithGuardianAction : startAnotherAction}
        />
      )}
      {offeredAt && <DraftOffer time={longInstant(offeredAt)} acceptAction={resumeDraftAction} />}
      {personId && school.openYears.length > 0 && (
        <ExistingStudents personId={personId} school={school} chosen={chosen} />
      )}
      {!personId && !content && !isLocked && (
        <EntryLinks startHref={`/enroll/${firstStep}`} chosenQuery={chosenQuery} />
      )}
      <div className="mt-12">
        <AnnouncedRounds className="mb-10" />
        <EnrollmentRequirements
          schoolName={name}
          emailOptional={emailOptional}
          isSignedIn={personId !== undefined}
        />
        {content && (!content.sent || content.next) && <SavedAnswers brief />}
      </div>
    </PageColumn>
  );
});
