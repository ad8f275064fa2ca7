import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { TokenButton } from "@/app/[locale]/(account)/_lib/token-button";
import { LinkButton } from "@/components/site/link-button";
import { findSignInLink } from "@/lib/people/accounts/links/verbs";
import { signInByLinkAction } from "../actions";

export const metadata: Metadata = { referrer: "no-referrer" };

/** One button, because scanners open links. */
export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/sign-in/link/[token]">) {
  const { token } = await params;
  const [t, link] = await Promise.all([getTranslations("account.byLink"), findSignInLink(token, new Date())]);
  const title = t(link ? "open" : "over");
  return (
    <TitledPage title={title}>
      <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">
        {link ? t("openLead", { email: link.email }) : t("overLead")}
      </p>
      {link ? (
        <TokenButton action={signInByLinkAction} token={token}>
          {t("enter")}
        </TokenButton>
      ) : (
        <LinkButton href="/sign-in/link">{t("again")}</LinkButton>
      )}
    </TitledPage>
  );
});
