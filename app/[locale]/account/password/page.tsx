import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { BackToAccount } from "@/components/account/back-to-account";
import { Submit, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Column } from "@/components/site/page";
import { problemWords } from "../form-words";
import { changePasswordAction } from "../password-actions";
import { requirePerson } from "../session-cookie";

export const metadata: Metadata = { robots: { index: false } };

/** Another password, by whoever knows the present one; who has forgotten it asks for a link. */
export default orAway(async function Page() {
  await requirePerson();
  const [t, setup, words] = await Promise.all([
    getTranslations("account.newPassword"),
    getTranslations("account.setup"),
    problemWords(),
  ]);
  return (
    <Column>
      <BackToAccount />
      <PageForm
        action={changePasswordAction}
        words={words}
        title={t("title")}
        above={<p className="mb-7 max-w-measure">{t("lead")}</p>}
      >
        <TextField
          name="current"
          type="password"
          label={t("current")}
          autoComplete="current-password"
          maxLength={1000}
        />
        <TextField
          name="password"
          type="password"
          label={t("password")}
          hint={setup("passwordHint")}
          autoComplete="new-password"
          maxLength={1000}
        />
        <Submit>{setup("submit")}</Submit>
      </PageForm>
    </Column>
  );
});
