import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { keyScopes } from "@/lib/desk/keys/queries";
import { getSchoolToday } from "@/lib/school/settings";
import { deskPage } from "../../desk-page";
import { NewKeyForm } from "./new-key-form";

/** A new key: whose, what it may and until when; its secret is shown once (desk 29). */
export default deskPage("manage_keys", "desk.keys", async ({ t }) => {
  const day = await getSchoolToday();
  return (
    <DeskColumn>
      <Back href="/desk/keys">{t("title")}</Back>
      <NewKeyForm scopes={keyScopes} today={day} />
    </DeskColumn>
  );
});
