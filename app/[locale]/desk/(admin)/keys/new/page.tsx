import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { BackLink } from "@/components/desk/back-link";
import { DeskColumn } from "@/components/desk/desk-column";
import { keyScopes } from "@/lib/desk/keys/queries";
import { getSchoolToday } from "@/lib/school/settings";
import { NewKeyForm } from "./new-key-form";

/** A new key; its secret is shown once (desk 29). */
export default defineDeskPage("manage_keys", "desk.keys", async ({ t }) => {
  const day = await getSchoolToday();
  return (
    <DeskColumn>
      <BackLink href="/desk/keys">{t("title")}</BackLink>
      <NewKeyForm scopes={keyScopes} today={day} />
    </DeskColumn>
  );
});
