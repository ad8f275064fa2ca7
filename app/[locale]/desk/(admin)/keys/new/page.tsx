import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { keyScopes } from "@/lib/desk/keys/queries";
import { getSchoolToday } from "@/lib/school/settings";
import { NewKeyForm } from "./new-key-form";

/** A new key; its secret is shown once (desk 29). */
export default defineDeskPage("manage_keys", "desk.keys", async ({ t }) => {
  const day = await getSchoolToday();
  return (
    <DeskPage back={{ href: "/desk/keys", text: t("title") }}>
      <NewKeyForm scopes={keyScopes} today={day} />
    </DeskPage>
  );
});
