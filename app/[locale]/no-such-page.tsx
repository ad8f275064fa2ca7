import { useTranslations } from "next-intl";
import { NotFoundText } from "@/components/site/not-found-text";
import { answerWith } from "@/lib/platform/page-answer";
import { PageTitle } from "./page-title";

/** In the place of a page that turns out not to exist: words, with status 404. */
export function NoSuchPage() {
  const t = useTranslations("site");
  answerWith(404);
  return (
    <>
      <PageTitle>{t("notFoundTitle")}</PageTitle>
      <NotFoundText />
    </>
  );
}
