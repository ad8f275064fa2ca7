import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { LostDraft } from "@/components/form/lost-draft";
import { ClosedStart, Facts, Resume, Who } from "@/components/form/start";
import { SavedAnswers } from "@/components/form/step-frame";
import { Staff } from "@/components/site/mark";
import { OpenYears } from "@/components/site/open-years";
import { Column, Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { emptyDraft } from "@/lib/form/server/draft";
import { firstOpenStep, flowOf } from "@/lib/form/server/form-flow";
import { formSchool } from "@/lib/form/server/form-school";
import { schoolCard } from "@/lib/school/school-card";
import { startAnother } from "./actions";
import { currentDraft, isDraftLost } from "./draft-cookie";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = await Promise.all([getTranslations("wizard"), schoolCard()]);
  return { title: t("start.title", { school: name }), description: t("start.lead") };
}

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/enroll">) {
  const [t, school, draft, lost, query] = await Promise.all([
    getTranslations("wizard.start"),
    formSchool(),
    currentDraft(),
    isDraftLost(),
    searchParams,
  ]);
  const { school_name: name, allow_minors_without_email: emailOptional } = school.settings;
  const contact = { email: school.settings.contact_email, phone: school.settings.contact_phone };
  const content = draft?.content;
  const first = flowOf(emptyDraft(), school).steps[0] ?? "birth-date";

  if (school.open.length === 0) return <ClosedStart school={school} />;
  return (
    <>
      <div className="relative overflow-hidden border-b border-hairline bg-surface">
        <Staff className="absolute right-0 bottom-0 h-28 w-full text-accent opacity-40 sm:h-48 xl:inset-y-0 xl:my-auto xl:w-[calc(50%-19rem)]" />
        <Column className="relative pb-32 sm:pb-52 xl:pb-12">
          {query.deleted === "yes" && !content && (
            <Notice>
              <p role="status">{t("deleted")}</p>
            </Notice>
          )}
          {query.deleted !== "yes" && lost && <LostDraft contact={contact} />}
          <Title>{t("title", { school: name })}</Title>
          <p className="mb-6 max-w-measure text-lead">{t("lead")}</p>
          {content ? (
            <Resume
              sent={content.sent !== undefined}
              href={`/enroll/${firstOpenStep(flowOf(content, school), school)}`}
              another={startAnother}
            />
          ) : (
            <Who first={`/enroll/${first}`} />
          )}
        </Column>
      </div>
      <Column className="space-y-9">
        <OpenYears years={school.years} today={school.context.today} />
        <Facts schoolName={name} emailOptional={emailOptional} contact={contact} />
        {content && !content.sent && <SavedAnswers />}
      </Column>
    </>
  );
});
