import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Choice, Submit, TickOf } from "@/components/action/fields";
import { Icon } from "@/components/ui/icon";
import { download } from "@/components/ui/icons";

const groups = ["enrollment", "student", "guardian", "wishes", "place"] as const;

type Column = { name: string; group: (typeof groups)[number]; label: string };

type Props = {
  /** The list's own address, or the enrollments that were chosen together. */
  list: string;
  bulk: string | undefined;
  columns: Column[];
  action: FormAction;
  words: DeskWords;
};

/** Which columns a file has, and what opens it. */
export function ExportForm({ list, bulk, columns, action, words }: Props) {
  const t = useTranslations("desk.exports");
  const formats = [
    { value: "xlsx", label: t("formats.xlsx") },
    { value: "csv;", label: t("formats.semicolons") },
    { value: "csv,", label: t("formats.commas") },
  ];
  return (
    <ActionForm name="export" action={action} words={words}>
      <input type="hidden" name="list" value={list} />
      {bulk && <input type="hidden" name="bulk" value={bulk} />}
      <div className="max-w-column">
        <Choice name="format" label={t("format")} hint={t("formatHint")} options={formats} />
      </div>
      <p className="mb-4 max-w-measure text-small text-muted">{t("columnsLead")}</p>
      <div className="mb-6 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {groups.map((group) => (
          <fieldset key={group} className="mb-4 min-w-0 [&>div]:mb-0">
            <legend className="section-head mb-2 w-full font-semibold">{t(`groups.${group}`)}</legend>
            {columns
              .filter((column) => column.group === group)
              .map(({ name, label }) => (
                <TickOf key={name} id={name} name="column" value={name} label={label} />
              ))}
          </fieldset>
        ))}
      </div>
      <Submit>
        <Icon d={download} />
        {t("make")}
      </Submit>
    </ActionForm>
  );
}
