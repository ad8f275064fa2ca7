import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { SchoolName } from "@/components/layout/school-name";
import { getSchoolContact } from "@/lib/school/queries";
import { saveLogoAction } from "../actions";

/** The school's logo in the header (desk 30). */
export default defineDeskPage("change_settings", "desk.settings", async ({ t }) => {
  const school = await getSchoolContact();
  return (
    <DeskPage back={{ href: "/desk/settings", text: t("title") }}>
      <DeskForm
        name="logo"
        action={saveLogoAction}
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
        <SubmitButton>{t("save")}</SubmitButton>
      </DeskForm>
      {school.logo && (
        <DeskForm name="no-logo" action={saveLogoAction} className="mt-6">
          <input type="hidden" name="intent" value="none" />
          <SubmitButton variant="danger">{t("removeLogo")}</SubmitButton>
        </DeskForm>
      )}
    </DeskPage>
  );
});
