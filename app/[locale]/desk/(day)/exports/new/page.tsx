import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { CheckboxOption, SelectField, SubmitButton } from "@/components/forms/fields";
import { Icon } from "@/components/ui/icons/icon";
import { download } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import {
  createExportLabels,
  exportColumns,
  includesEverybody,
  resolveExportSource,
} from "@/lib/desk/export/queries";
import { getListUrl, parseListQuery } from "@/lib/desk/list/filters";
import type { Locale } from "@/lib/i18n/locales";
import { hasPermission } from "@/lib/people/staff/permissions";
import { exportAction } from "./actions";

/** A list as a file: which columns, and in what form (desk 25). */
export default defineDeskPage(
  "export_list",
  "desk.exports",
  async ({ t, session, actor, query: parameters }) => {
    const query = parseListQuery(parameters);
    const bulk = typeof parameters.bulk === "string" ? parameters.bulk : undefined;
    const list = getListUrl(query).split("?")[1] ?? "";
    const source = await resolveExportSource({ bulk: bulk ?? "", list }, session);
    if (source && !hasPermission(actor, "export_everybody") && (await includesEverybody(source)))
      return (
        <DeskPage title={t("newTitle")}>
          <Notice>{t("everybody")}</Notice>
        </DeskPage>
      );
    const { label } = createExportLabels((await getLocale()) as Locale);
    return (
      <DeskPage title={t("newTitle")}>
        <ExportForm
          list={list}
          bulk={bulk}
          columns={exportColumns.map((column) => ({
            name: column.name,
            group: column.group,
            label: label(column),
          }))}
        />
      </DeskPage>
    );
  },
);

const groups = ["enrollment", "student", "guardian", "wishes", "place"] as const;

type Column = { name: string; group: (typeof groups)[number]; label: string };

type Props = {
  /** The list's own address, or the enrollments that were chosen together. */
  list: string;
  bulk: string | undefined;
  columns: Column[];
};

/** Which columns a file has, and what opens it. */
function ExportForm({ list, bulk, columns }: Props) {
  const t = useTranslations("desk.exports");
  const formats = [
    { value: "xlsx", label: t("formats.xlsx") },
    { value: "csv;", label: t("formats.semicolons") },
    { value: "csv,", label: t("formats.commas") },
  ];
  return (
    <DeskForm name="export" action={exportAction}>
      <input type="hidden" name="list" value={list} />
      {bulk && <input type="hidden" name="bulk" value={bulk} />}
      <div className="max-w-column">
        <SelectField name="format" label={t("format")} hint={t("formatHint")} options={formats} />
      </div>
      <p className="mb-4 max-w-measure text-small text-muted">{t("columnsLead")}</p>
      <div className="mb-6 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {groups.map((group) => (
          <fieldset key={group} className="mb-4 min-w-0 [&>div]:mb-0">
            <legend className="section-head mb-2 w-full font-semibold">{t(`groups.${group}`)}</legend>
            {columns
              .filter((column) => column.group === group)
              .map(({ name, label }) => (
                <CheckboxOption key={name} id={name} name="column" value={name} label={label} />
              ))}
          </fieldset>
        ))}
      </div>
      <SubmitButton>
        <Icon d={download} />
        {t("make")}
      </SubmitButton>
    </DeskForm>
  );
}
