import { useTranslations } from "next-intl";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Kept, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Difference } from "@/components/desk/difference";

/** A file, then what it would change. */
export function ImportForm({ action, words }: { action: FormAction; words: DeskWords }) {
  const t = useTranslations("desk.catalogue");
  return (
    <PageForm
      name="import"
      action={action}
      words={words}
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
    </PageForm>
  );
}
