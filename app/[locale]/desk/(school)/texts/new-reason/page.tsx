import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { ReasonForm } from "../reason-form";

/** A new reason for decisions (desk 44). */
export default defineDeskPage("change_settings", "desk.texts", async ({ t }) => {
  return (
    <DeskPage back={{ href: "/desk/texts", text: t("title") }}>
      <ReasonForm />
    </DeskPage>
  );
});
