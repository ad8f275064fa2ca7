import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { BackToAccount } from "@/components/account/back-to-account";
import { Column } from "@/components/site/page";
import { accountOf } from "@/lib/people/accounts/queries";
import { PresentAndNew } from "../../password-fields";
import { FamilyForm } from "../family-form";
import { requirePerson } from "../session-cookie";
import { changePasswordAction } from "./actions";

/** Another password, by whoever knows the present one; who has forgotten it asks for a link. */
export default orAway(async function Page() {
  const { email } = await accountOf(await requirePerson());
  const t = await getTranslations("account.newPassword");
  return (
    <Column>
      <BackToAccount />
      <FamilyForm action={changePasswordAction} title={t("title")} lead={t("lead")}>
        <PresentAndNew email={email} />
      </FamilyForm>
    </Column>
  );
});
