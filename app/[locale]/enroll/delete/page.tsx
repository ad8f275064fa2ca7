import { getTranslations } from "next-intl/server";
import { createPrivateMetadata } from "@/app/[locale]/_lib/page-title";
import { PostForm } from "@/components/forms/post-form";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { Link } from "@/lib/i18n/navigation";
import { deleteDraftAction } from "../actions";

export const generateMetadata = createPrivateMetadata((t) => t("wizard.delete.title"));

export default async function Page() {
  const t = await getTranslations("wizard.delete");
  return (
    <PageColumn>
      <PageHeading>{t("title")}</PageHeading>
      <p className="mb-7 max-w-measure">{t("text")}</p>
      <div className="flex flex-wrap gap-4">
        <PostForm action={deleteDraftAction} className="w-full sm:w-auto">
          <Button>{t("button")}</Button>
        </PostForm>
        <Link href="/enroll" className={`${buttonClass("secondary")} w-full sm:w-auto`}>
          {t("keep")}
        </Link>
      </div>
    </PageColumn>
  );
}
