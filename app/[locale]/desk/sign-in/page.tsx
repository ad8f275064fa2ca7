import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PresentPassword } from "@/app/[locale]/password-fields";
import { Submit, TextField } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { DeskForm } from "../desk-form";
import { deskCookie, deskPath } from "../session";
import { signInAction } from "./actions";

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/sign-in">) {
  const [t, { to, said }, held] = await Promise.all([
    getTranslations("desk.signIn"),
    searchParams,
    deskCookie("held"),
  ]);
  return (
    <Column className="max-w-md">
      <DeskForm
        name="sign-in"
        action={signInAction}
        title={t("title")}
        above={
          <>
            {said === "accepted" && <Notice>{t("accepted")}</Notice>}
            {held && <Notice>{t("held")}</Notice>}
          </>
        }
      >
        <input type="hidden" name="to" value={deskPath(to)} />
        <TextField
          name="email"
          type="email"
          inputMode="email"
          label={t("email")}
          autoComplete="username"
          spellCheck={false}
        />
        <PresentPassword label={t("password")} />
        <Submit>{t("submit")}</Submit>
      </DeskForm>
      <p className="mt-6 text-small text-muted">{t("forgotten")}</p>
    </Column>
  );
});
