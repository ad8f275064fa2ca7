import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { confirmEmailAction } from "@/app/[locale]/account/email-actions";
import { problemWords } from "@/app/[locale]/account/form-words";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { ActionForm } from "@/components/action/action-form";
import { Submit } from "@/components/action/fields";
import { Column, Title } from "@/components/site/page";
import { wishedEmail } from "@/lib/family/new-email";
import { Closed } from "../../[token]/closed";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

/** Another address counts from the press on; looking does nothing. */
export default orAway(async function Page({ params }: PageProps<"/[locale]/account-setup/address/[token]">) {
  const { token } = await params;
  const email = await wishedEmail(token, new Date());
  if (!email) return <Closed />;
  const [t, words] = await Promise.all([getTranslations("account.newEmail"), problemWords()]);
  return (
    <Column>
      <ActionForm
        action={confirmEmailAction}
        words={words}
        title={await titled(t("title"))}
        above={<Title>{t("title")}</Title>}
      >
        <input type="hidden" name="token" value={token} />
        <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">{t("lead", { email })}</p>
        <Submit>{t("submit")}</Submit>
      </ActionForm>
    </Column>
  );
});
