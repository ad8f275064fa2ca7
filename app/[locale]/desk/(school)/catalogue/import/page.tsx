import { useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { BackLink } from "@/components/desk/back-link";
import { ChangePreview } from "@/components/desk/change-preview";
import { DeskColumn } from "@/components/desk/desk-column";
import { HiddenField, TextField } from "@/components/forms/fields";
import { importCatalogueAction } from "./actions";

/** A catalogue out of a workbook or another file: first what it would change, then that and nothing else (desk 28). */
export default defineDeskPage("change_settings", "desk.catalogue", async ({ t }) => {
  return (
    <DeskColumn>
      <BackLink href="/desk/catalogue">{t("title")}</BackLink>
      <ImportForm />
    </DeskColumn>
  );
});

/** A file, then what it would change. */
function ImportForm() {
  const t = useTranslations("desk.catalogue");
  return (
    <DeskForm
      name="import"
      action={importCatalogueAction}
      title={t("import.title")}
      above={<p className="mb-6 max-w-measure">{t("import.lead")}</p>}
    >
      <div className="max-w-column">
        <TextField
          name="file"
          type="file"
          accept=".xlsx,.json,.csv"
          label={t("import.file")}
          hint={t("import.fileHint")}
        />
      </div>
      <HiddenField name="kept" value="" />
      <ChangePreview words={{ title: t("changes"), look: t("look"), save: t("import.save") }} />
    </DeskForm>
  );
}
