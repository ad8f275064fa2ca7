import { getTranslations } from "next-intl/server";
import { NotFoundMessage } from "@/components/site/not-found-message";
import { setPageStatus } from "@/lib/platform/page-request";
import { isDeskRequest } from "./is-desk-request";
import { PageTitle } from "./page-title";

/** Renders "not found" with status 404 from within a page. */
export async function NotFoundPage() {
  setPageStatus(404);
  const [t, atDesk] = await Promise.all([getTranslations("site"), isDeskRequest()]);
  return (
    <>
      <PageTitle>{t("notFoundTitle")}</PageTitle>
      <NotFoundMessage atDesk={atDesk} />
    </>
  );
}
