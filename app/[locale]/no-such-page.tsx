import { getTranslations } from "next-intl/server";
import { NotFoundText } from "@/components/site/not-found-text";
import { setPageStatus } from "@/lib/platform/page-request";
import { atDesk } from "./desk/at-desk";
import { PageTitle } from "./page-title";

/** In the place of a page that turns out not to exist: words, with status 404. */
export async function NoSuchPage() {
  setPageStatus(404);
  const [t, desk] = await Promise.all([getTranslations("site"), atDesk()]);
  return (
    <>
      <PageTitle>{t("notFoundTitle")}</PageTitle>
      <NotFoundText atDesk={desk} />
    </>
  );
}
