import { getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { TokenButton } from "@/app/[locale]/(account)/_lib/token-button";
import { getContactLinks } from "@/components/site/contact-links";
import { readDisownRequest } from "@/lib/family/not-me/verbs";
import { getSchoolContact } from "@/lib/school/queries";
import { LinkExpired } from "../link-expired";
import { notMeAction } from "./actions";

/** For whoever got somebody else's set-up mail. Opening the page changes nothing. */
export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account-setup/[token]/not-me">) {
  const { token } = await params;
  const request = await readDisownRequest(token, new Date());
  if (!request) return <LinkExpired token={token} />;
  const [t, school] = await Promise.all([getTranslations("account.notMe"), getSchoolContact()]);
  const { email, as, isNotified } = request;
  return (
    <TitledPage title={t(`title.${as}`)}>
      {isNotified ? (
        <p className="max-w-measure">{t.rich("told", getContactLinks(school))}</p>
      ) : (
        <>
          <p className="mb-4 max-w-measure [overflow-wrap:anywhere]">
            {t(`lead.${as}`, { email, school: school.name })}
          </p>
          <p className="mb-7 max-w-measure">{t("mistake")}</p>
          <TokenButton action={notMeAction} token={token} variant="final">
            {t(`submit.${as}`)}
          </TokenButton>
        </>
      )}
    </TitledPage>
  );
});
