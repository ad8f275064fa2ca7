import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { BackLink } from "@/components/desk/back-link";
import { DeskColumn } from "@/components/desk/desk-column";
import { ReasonForm } from "../reason-form";

/** A new reason for decisions (desk 44). */
export default defineDeskPage("change_settings", "desk.texts", async ({ t }) => {
  return (
    <DeskColumn>
      <BackLink href="/desk/texts">{t("title")}</BackLink>
      <ReasonForm />
    </DeskColumn>
  );
});
