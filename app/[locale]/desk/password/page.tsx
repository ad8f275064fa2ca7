import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PresentPassword } from "@/app/[locale]/password-fields";
import { Submit } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Column } from "@/components/site/page";
import { formWords } from "../form-words";
import { deskPath, requireStaff } from "../session";
import { passwordAction } from "./actions";

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/password">) {
  const session = await requireStaff();
  const [t, words, { to }] = await Promise.all([getTranslations("desk.password"), formWords(), searchParams]);
  return (
    <Column>
      <div className="max-w-md">
        <PageForm
          name="password"
          action={passwordAction}
          words={words}
          title={t("title")}
          above={<p className="mb-6">{t("lead")}</p>}
        >
          <input type="hidden" name="to" value={deskPath(to)} />
          <input type="hidden" name="username" autoComplete="username" value={session.email} />
          <PresentPassword label={t("password")} />
          <Submit>{t("submit")}</Submit>
        </PageForm>
      </div>
    </Column>
  );
});
