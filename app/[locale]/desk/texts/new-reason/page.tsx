import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { deskPage } from "../../desk-page";
import { ReasonForm } from "../reason-form";

/** Another reason, offered with those that there are (desk 44). */
export default deskPage("change_settings", "desk.texts", async ({ t }) => {
  return (
    <DeskColumn>
      <Back href="/desk/texts">{t("title")}</Back>
      <ReasonForm />
    </DeskColumn>
  );
});
