import { PresentPassword } from "@/app/[locale]/password-fields";
import { Submit } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { DeskForm } from "../desk-form";
import { deskPage } from "../desk-page";
import { deskPath } from "../session";
import { passwordAction } from "./actions";

export default deskPage("read", "desk.password", async ({ t, session, query: { to } }) => (
  <Column>
    <div className="max-w-md">
      <DeskForm
        name="password"
        action={passwordAction}
        title={t("title")}
        above={<p className="mb-6">{t("lead")}</p>}
      >
        <input type="hidden" name="to" value={deskPath(to)} />
        <input type="hidden" name="username" autoComplete="username" value={session.email} />
        <PresentPassword label={t("password")} />
        <Submit>{t("submit")}</Submit>
      </DeskForm>
    </div>
  </Column>
));
