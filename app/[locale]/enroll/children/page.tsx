import { getLocale, getTranslations } from "next-intl/server";
import { createPrivateMetadata } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { ShownField } from "@/app/[locale]/shown-field";
import { PostForm } from "@/components/forms/post-form";
import { PageHeading } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import { AddChild, ContinueLink, RemoveChild } from "@/components/wizard/children";
import { AlreadyEnrolled } from "@/components/wizard/notices";
import { StepLayout } from "@/components/wizard/step/step-layout";
import { redirect } from "@/lib/i18n/navigation";
import { countChildren, MAX_CHILDREN } from "@/lib/wizard/drafts/children";
import { createFormFlow, findFirstOpenChild, listEnrolledChildren } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { getUnlockedDraft } from "../_lib/draft-cookie";
import { getDraftStudents, getShownChildren } from "../_lib/draft-students";
import { DraftChildrenList } from "../[step]/check-answers-page";
import { changeChildrenAction } from "./actions";

export const generateMetadata = createPrivateMetadata((t) => t("wizard.children.pageTitle"));

/** Children of a request: add, change, remove (families 1). */
export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/enroll/children">) {
  const [t, draft, { overtaken, remove }] = await Promise.all([
    getTranslations("wizard.children"),
    getUnlockedDraft(),
    searchParams,
  ]);
  const content = draft?.content;
  const school = await getFormSchool(content);
  if (!content || content.sent || school.openYears.length === 0)
    return redirect({ href: "/enroll", locale: await getLocale() });
  const flow = createFormFlow(content, school);
  const isComplete = !findFirstOpenChild(content, school) && flow.branch === "minor";
  const students = getDraftStudents(flow, school, await getLocale());
  const enrolled = listEnrolledChildren(content, school);
  const removed = students.length > 1 && students.find(({ key }) => String(key) === remove);
  if (removed) {
    const name = removed.name || t("unnamed");
    return (
      <StepLayout back="/enroll/children" saved="again">
        <PageHeading>{t("removeTitle")}</PageHeading>
        <PostForm action={changeChildrenAction}>
          <ShownField parts={getShownChildren(content, school)} />
          <RemoveChild childKey={removed.key} name={name} />
        </PostForm>
      </StepLayout>
    );
  }
  return (
    <StepLayout back="/enroll/check" saved="again">
      <PageHeading>{t("pageTitle")}</PageHeading>
      {overtaken === "changed" && (
        <div role="alert">
          <Notice tone="wait">
            <p className="max-w-measure">{t("changed")}</p>
          </Notice>
        </div>
      )}
      {enrolled.map(({ key, known }) => (
        <AlreadyEnrolled key={key} name={String(known?.answers.student_name)} />
      ))}
      <PostForm action={changeChildrenAction}>
        <ShownField parts={getShownChildren(content, school)} />
        <DraftChildrenList stepData={{ school, flow }} />
        {isComplete && enrolled.length === 0 && countChildren(content) < MAX_CHILDREN && <AddChild />}
      </PostForm>
      {enrolled.length === 0 && <ContinueLink />}
    </StepLayout>
  );
});
