import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { titled } from "@/app/[locale]/page-title";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { clearDraft } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("wizard.delete");
  return { title: await titled(t("title")), robots: { index: false } };
}

export default async function Page() {
  const t = await getTranslations("wizard.delete");
  return (
    <Column>
      <Title>{t("title")}</Title>
      <p className="mb-7 max-w-measure">{t("text")}</p>
      <div className="flex flex-wrap gap-4">
        <PostForm action={clearDraft} className="w-full sm:w-auto">
          <Button>{t("button")}</Button>
        </PostForm>
        <Link href="/enroll" className={`${buttonClass("secondary")} w-full sm:w-auto`}>
          {t("keep")}
        </Link>
      </div>
    </Column>
  );
}
