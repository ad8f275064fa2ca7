import { Submit, TextField } from "@/components/action/fields";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { SchoolName } from "@/components/site/school-name";
import { getSchoolContact } from "@/lib/school/queries";
import { DeskForm } from "../../desk-form";
import { deskPage } from "../../desk-page";
import { logoAction } from "../actions";

/** The school's logo, as it stands at the head of its pages (desk 30). */
export default deskPage("change_settings", "desk.settings", async ({ t }) => {
  const school = await getSchoolContact();
  return (
    <DeskColumn>
      <Back href="/desk/settings">{t("title")}</Back>
      <DeskForm
        name="logo"
        action={logoAction}
        title={t("rows.logo.label")}
        className="max-w-column"
        above={<p className="mb-6 max-w-measure">{t("rows.logo.does")}</p>}
      >
        <figure className="mb-6">
          <figcaption className="mb-2 text-small text-muted">{t("preview.today")}</figcaption>
          <p className="flex items-center gap-3 rounded-control border border-hairline bg-surface p-4 font-head font-bold">
            <SchoolName school={school} />
          </p>
        </figure>
        <TextField
          name="logo"
          type="file"
          accept=".svg,.png,image/svg+xml,image/png"
          label={t("file")}
          hint={t("fileHint")}
        />
        <Submit>{t("save")}</Submit>
      </DeskForm>
      {school.logo && (
        <DeskForm name="no-logo" action={logoAction} className="mt-6">
          <input type="hidden" name="intent" value="none" />
          <Submit look="danger">{t("removeLogo")}</Submit>
        </DeskForm>
      )}
    </DeskColumn>
  );
});
