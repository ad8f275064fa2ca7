import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { forSharing } from "@/app/site-metadata";
import { OfferedDraft } from "@/components/account/offered-draft";
import { ChosenCourse } from "@/components/form/chosen-course";
import { LostDraft } from "@/components/form/lost-draft";
import { ClosedStart, Facts, Resume, Who } from "@/components/form/start";
import { AlreadyEnrolled, SignInAgain } from "@/components/form/start-known";
import { SavedAnswers } from "@/components/form/step-frame";
import { OpenYears } from "@/components/site/open-years";
import { Column, Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { getFormSchool, readChosen } from "@/lib/wizard/drafts/queries";
import { createEmptyDraft, isInaccessible } from "@/lib/wizard/drafts/writes";
import { findFirstOpenStep, createFormFlow } from "@/lib/wizard/drafts/form-flow";
import { getOfferTime } from "@/lib/wizard/drafts/verbs";
import { getSchoolContact } from "@/lib/school/queries";
import { takeDraftAction } from "../account/actions";
import { signedInPerson } from "../account/session-cookie";
import { startAnother } from "./actions";
import { draftHere, isDraftLost } from "./draft-cookie";
import { WhoKnown } from "./who-known";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = await Promise.all([getTranslations("wizard"), getSchoolContact()]);
  return forSharing({ title: t("start.title", { school: name }), description: t("start.lead") });
}

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/enroll">) {
  const [t, school, { draft, lockedFor }, lost, personId, query] = await Promise.all([
    getTranslations("wizard.start"),
    getFormSchool(),
    draftHere(),
    isDraftLost(),
    signedInPerson(),
    searchParams,
  ]);
  const { school_name: name, allow_minors_without_email: emailOptional } = school.settings;
  const contact = { email: school.settings.contact_email, phone: school.settings.contact_phone };
  const offered = personId && !draft?.content.by ? await getOfferTime(personId) : undefined;
  const content = draft && !isInaccessible(draft.content) ? draft.content : undefined;
  const [first] = createFormFlow(createEmptyDraft(), school).steps;
  const chosen = readChosen(query, school);
  const choice = chosen?.query ?? "";

  if (school.open.length === 0) return <ClosedStart school={school} />;
  return (
    <Column>
      {query.deleted === "yes" && !content && (
        <Notice>
          <p role="status">{t("deleted")}</p>
        </Notice>
      )}
      {query.deleted !== "yes" && lost && <LostDraft contact={contact} />}
      <Title>{t("title", { school: name })}</Title>
      <p className="mb-8 text-lead text-muted">{t(personId ? "leadKnown" : "lead")}</p>
      {query.enrolled === "yes" && personId && <AlreadyEnrolled />}
      {chosen && <ChosenCourse {...chosen} />}
      {lockedFor && <SignInAgain another={startAnother} />}
      {content && (
        <Resume
          sent={content.sent !== undefined}
          href={`/enroll/${findFirstOpenStep(createFormFlow(content, school), school)}${choice}`}
          another={personId ? undefined : startAnother}
        />
      )}
      {offered && (
        <OfferedDraft since={offered} timeZone={school.settings.time_zone} take={takeDraftAction} />
      )}
      {personId && <WhoKnown personId={personId} school={school} />}
      {!personId && !content && !lockedFor && <Who first={`/enroll/${first}${choice}`} />}
      <div className="mt-12">
        <OpenYears years={school.years} today={school.context.today} />
        <Facts schoolName={name} emailOptional={emailOptional} known={personId !== undefined} />
        {content && !content.sent && <SavedAnswers />}
      </div>
    </Column>
  );
});
