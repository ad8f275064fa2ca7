import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PresentPassword } from "@/app/[locale]/password-fields";
import { Submit, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Column } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { formWords } from "../form-words";
import { deskCookie, deskPath } from "../session";
import { signInAction } from "./actions";

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/sign-in">) {
  const [t, words, { to, said }, held] = await Promise.all([
    getTranslations("desk.signIn"),
    formWords(),
    searchParams,
    deskCookie("held"),
  ]);
  return (
    <Column className="max-w-md">
      <PageForm
        name="sign-in"
        action={signInAction}
        words={words}
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
      </PageForm>
      <p className="mt-6 text-small text-muted">{t("forgotten")}</p>
    </Column>
  );
});
