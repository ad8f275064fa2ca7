import { getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { LinkButton } from "@/components/site/link-button";
import { setPageStatus } from "@/lib/platform/page-request";

/** The token is not ours, so a new link cannot be offered. */
export async function LinkIncomplete() {
  const t = await getTranslations("account.notWhole");
  setPageStatus(404);
  return (
    <TitledPage title={t("title")}>
      <p className="mb-7 max-w-measure">{t("lead")}</p>
      <p className="mb-2">
        <LinkButton href="/forgotten-password">{t("again")}</LinkButton>
      </p>
      <p>
        <LinkButton href="/sign-in" variant="quiet">
          {t("signIn")}
        </LinkButton>
      </p>
    </TitledPage>
  );
}
