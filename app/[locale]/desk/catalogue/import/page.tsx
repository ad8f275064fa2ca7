import { useTranslations } from "next-intl";
import { Kept, TextField } from "@/components/action/fields";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Difference } from "@/components/desk/difference";
import { DeskForm } from "../../desk-form";
import { deskPage } from "../../desk-page";
import { importAction } from "./actions";

/** A catalogue out of a workbook or another file: first what it would change, then that and nothing else (desk 28). */
export default deskPage("change_settings", "desk.catalogue", async ({ t }) => {
  return (
    <DeskColumn>
      <Back href="/desk/catalogue">{t("title")}</Back>
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
      action={importAction}
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
      <Kept name="kept" value="" />
      <Difference words={{ title: t("changes"), look: t("look"), save: t("import.save") }} />
    </DeskForm>
  );
}
