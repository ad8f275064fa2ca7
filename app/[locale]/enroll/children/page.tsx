import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { ShownField } from "@/app/[locale]/shown-field";
import { AddChild } from "@/components/form/children";
import { StepFrame } from "@/components/form/step-frame";
import { Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Notice } from "@/components/ui/notice";
import {
  MAX_CHILDREN,
  countChildren,
  createFormFlow,
  findFirstOpenChild,
} from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { redirect } from "@/lib/i18n/navigation";
import { Listed } from "../check-page";
import { changeChildren } from "../children-actions";
import { currentDraft } from "../draft-cookie";
import { childrenShown } from "../sitting";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("wizard.children");
  return { title: await titled(t("pageTitle")), robots: { index: false } };
}

/** Where a guardian adds, changes and removes children (families 1). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/enroll/children">) {
  const [t, school, draft, { overtaken }] = await Promise.all([
    getTranslations("wizard.children"),
    getFormSchool(),
    currentDraft(),
    searchParams,
  ]);
  const content = draft?.content;
  if (!content || content.sent) return redirect({ href: "/enroll", locale: await getLocale() });
  const flow = createFormFlow(content, school);
  const complete = !findFirstOpenChild(content, school) && flow.branch === "minor";
  return (
    <StepFrame back="/enroll/check" hasDraft>
      <Title>{t("pageTitle")}</Title>
      {overtaken === "changed" && (
        <div role="alert">
          <Notice tone="wait">
            <p className="max-w-measure">{t("changed")}</p>
          </Notice>
        </div>
      )}
      <PostForm action={changeChildren}>
        <ShownField parts={childrenShown(content, school)} />
        <Listed now={{ school, flow }} changing />
        {complete && countChildren(content) < MAX_CHILDREN && <AddChild />}
      </PostForm>
    </StepFrame>
  );
});
