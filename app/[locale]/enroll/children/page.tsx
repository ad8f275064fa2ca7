import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { AddChild } from "@/components/form/children";
import { StepFrame } from "@/components/form/step-frame";
import { Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { countOf, MOST_CHILDREN } from "@/lib/form/server/children";
import { firstOpenChild, flowOf } from "@/lib/form/server/form-flow";
import { formSchool } from "@/lib/form/server/form-school";
import { redirect } from "@/lib/i18n/navigation";
import { Listed } from "../check-page";
import { changeChildren } from "../children-actions";
import { currentDraft } from "../draft-cookie";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("wizard.children");
  return { title: await titled(t("pageTitle")), robots: { index: false } };
}

/** Where a guardian adds, changes and removes children (families 1). */
export default orAway(async function Page() {
  const [t, school, draft] = await Promise.all([
    getTranslations("wizard.children"),
    formSchool(),
    currentDraft(),
  ]);
  const content = draft?.content;
  if (!content || content.sent) return redirect({ href: "/enroll", locale: await getLocale() });
  const flow = flowOf(content, school);
  const complete = !firstOpenChild(content, school) && flow.branch === "minor";
  return (
    <StepFrame back="/enroll/check" hasDraft>
      <Title>{t("pageTitle")}</Title>
      <PostForm action={changeChildren}>
        <Listed now={{ school, flow }} changing />
        {complete && countOf(content) < MOST_CHILDREN && <AddChild />}
      </PostForm>
    </StepFrame>
  );
});
