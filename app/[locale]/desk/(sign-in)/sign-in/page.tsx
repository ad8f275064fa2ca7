import { getTranslations } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { readDeskCookie, toDeskPath } from "@/app/[locale]/desk/_lib/session";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { CurrentPasswordField } from "@/components/forms/password-fields";
import { PageColumn } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import { signInAction } from "./actions";

export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/desk/sign-in">) {
  const [t, { to, said }, savedForm] = await Promise.all([
    getTranslations("desk.signIn"),
    searchParams,
    readDeskCookie("savedForm"),
  ]);
  return (
    <PageColumn className="max-w-md">
      <DeskForm
        name="sign-in"
        action={signInAction}
        title={t("title")}
        above={
          <>
            {said === "accepted" && <Notice>{t("accepted")}</Notice>}
            {savedForm && <Notice>{t("held")}</Notice>}
          </>
        }
      >
        <input type="hidden" name="to" value={toDeskPath(to)} />
        <TextField name="email" type="email" label={t("email")} autoComplete="username" />
        <CurrentPasswordField label={t("password")} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </DeskForm>
      <p className="mt-6 text-small text-muted">{t("forgotten")}</p>
    </PageColumn>
  );
});
