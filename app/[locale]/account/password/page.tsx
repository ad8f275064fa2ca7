import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { BackToAccount } from "@/components/account/back-to-account";
import { Column, Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { readAccount, hasPassword } from "@/lib/people/accounts/queries";
import { PresentAndNew } from "../../password-fields";
import { FamilyForm } from "../family-form";
import { requirePerson } from "../session-cookie";
import { changePasswordAction } from "./actions";

/** Another password, by whoever knows the present one; who has forgotten it asks for a link. */
export default orAway(async function Page() {
  const personId = await requirePerson();
  const [{ email }, hasOne] = await Promise.all([readAccount(personId), hasPassword(personId)]);
  const t = await getTranslations("account.newPassword");
  const link = (words: ReactNode) => <Link href="/forgotten-password">{words}</Link>;
  if (!hasOne)
    return (
      <Column>
        <PageTitle>{t("title")}</PageTitle>
        <BackToAccount />
        <Title>{t("title")}</Title>
        <p className="max-w-measure">{t.rich("none", { link })}</p>
      </Column>
    );
  return (
    <Column>
      <BackToAccount />
      <FamilyForm action={changePasswordAction} title={t("title")} lead={t("lead")}>
        <PresentAndNew email={email} />
      </FamilyForm>
    </Column>
  );
});
