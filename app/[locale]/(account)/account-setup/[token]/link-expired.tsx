import { getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { TokenButton } from "@/app/[locale]/(account)/_lib/token-button";
import { LinkButton } from "@/components/site/link-button";
import { requestNewLinkAction } from "./actions";

/** One page for used, expired, replaced and unknown links; with `token` it offers a new link. */
export async function LinkExpired({ token, lead }: { token?: string; lead?: string }) {
  const t = await getTranslations("account.closed");
  return (
    <TitledPage title={t("title")}>
      <p className="mb-4 max-w-measure">{lead ?? t("lead")}</p>
      {token !== undefined && (
        <>
          <p className="mb-4 max-w-measure">{t("again")}</p>
          <TokenButton action={requestNewLinkAction} token={token}>
            {t("submit")}
          </TokenButton>
        </>
      )}
      <p className="mt-2">
        <LinkButton href="/sign-in" variant={token === undefined ? "primary" : "quiet"}>
          {t("signIn")}
        </LinkButton>
      </p>
    </TitledPage>
  );
}
