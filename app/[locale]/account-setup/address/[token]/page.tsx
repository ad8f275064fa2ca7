import { getTranslations } from "next-intl/server";
import { FamilyForm } from "@/app/[locale]/account/family-form";
import { orAway } from "@/app/[locale]/or-away";
import { Submit } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { readRequestedEmail } from "@/lib/family/email/verbs";
import { Closed } from "../../[token]/closed";
import { confirmEmailAction } from "./actions";

/** Another address counts from the press on; looking does nothing. */
export default orAway(async function Page({ params }: PageProps<"/[locale]/account-setup/address/[token]">) {
  const { token } = await params;
  const email = await readRequestedEmail(token, new Date());
  if (!email) return <Closed />;
  const t = await getTranslations("account.newEmail");
  return (
    <Column>
      <FamilyForm action={confirmEmailAction} title={t("title")} lead={t("lead", { email })}>
        <input type="hidden" name="token" value={token} />
        <Submit>{t("submit")}</Submit>
      </FamilyForm>
    </Column>
  );
});
