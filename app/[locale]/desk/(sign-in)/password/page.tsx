import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { toDeskPath } from "@/app/[locale]/desk/_lib/session";
import { SubmitButton } from "@/components/forms/fields";
import { CurrentPasswordField } from "@/components/forms/password-fields";
import { PageColumn } from "@/components/layout/page-column";
import { confirmPasswordAction } from "./actions";

export default defineDeskPage("read", "desk.password", async ({ t, session, query: { to } }) => (
  <PageColumn>
    <div className="max-w-md">
      <DeskForm
        name="password"
        action={confirmPasswordAction}
        title={t("title")}
        above={<p className="mb-6">{t("lead")}</p>}
      >
        <input type="hidden" name="to" value={toDeskPath(to)} />
        <input type="hidden" name="username" autoComplete="username" value={session.email} />
        <CurrentPasswordField label={t("password")} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </DeskForm>
    </div>
  </PageColumn>
));
