import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { CheckboxOption, SelectField, SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Icon } from "@/components/ui/icons/icon";
import { download } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { exportPresets, isExportPreset, pickColumns } from "@/lib/desk/export/columns";
import {
  createExportLabels,
  findLastExportChoice,
  includesEverybody,
  resolveExportSource,
} from "@/lib/desk/export/queries";
import { getListUrl, parseListQuery } from "@/lib/desk/list/filters";
import { hasPermission } from "@/lib/people/staff/permissions";
import { exportAction } from "./actions";

/** An export of a list: columns and format (desk 25). */
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
    const { label } = createExportLabels(await getLocale());
    const last = await findLastExportChoice(actor);
    const preset = isExportPreset(parameters.for) ? parameters.for : undefined;
    const selectedColumns: string[] = preset ? exportPresets[preset] : (last?.columns ?? []);
    const columns = pickColumns([]);
    const isWhole = selectedColumns.length === columns.length;
    return (
      <DeskPage title={t("newTitle")}>
        <ExportForm
          list={list}
          bulk={bulk}
          preset={preset}
          format={last?.format}
          columns={columns.map((column) => ({
            name: column.name,
            group: column.group,
            label: label(column),
            isTicked: !isWhole && selectedColumns.includes(column.name),
          }))}
        />
      </DeskPage>
    );
  },
);

const groups = ["enrollment", "student", "guardian", "wishes", "place"] as const;

type Column = { name: string; group: (typeof groups)[number]; label: string; isTicked: boolean };

const presets = ["contact", "class", "report"] as const;

type Props = {
  /** The list's query, or the bulk selection. */
  list: string;
  bulk: string | undefined;
  preset: string | undefined;
  /** The last one used. */
  format: string | undefined;
  columns: Column[];
};

function ExportForm({ list, bulk, preset, format, columns }: Props) {
  const t = useTranslations("desk.exports");
  const getHref = (presetName: string) => {
    const query = new URLSearchParams(list);
    if (bulk) query.set("bulk", bulk);
    query.set("for", presetName);
    return `/desk/exports/new?${query}`;
  };
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
        <SelectField
          name="format"
          label={t("format")}
          hint={t("formatHint")}
          options={formats}
          defaultValue={format}
        />
      </div>
      <p className="mb-3 max-w-measure text-small text-muted">{t("columnsLead")}</p>
      <ul aria-label={t("presets.title")} className="mb-4 flex flex-wrap gap-2">
        {presets.map((presetName) => (
          <li key={presetName}>
            <LinkButton
              href={getHref(presetName)}
              variant="secondary"
              scroll={false}
              aria-current={presetName === preset ? "true" : undefined}
            >
              {t(`presets.${presetName}`)}
            </LinkButton>
          </li>
        ))}
      </ul>
      <div className="mb-6 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {groups.map((group) => (
          <fieldset key={group} className="mb-4 min-w-0 [&>div]:mb-0">
            <legend className="section-head mb-2 w-full font-semibold">{t(`groups.${group}`)}</legend>
            {columns
              .filter((column) => column.group === group)
              .map(({ name, label, isTicked }) => (
                <CheckboxOption
                  key={`${name} ${preset}`}
                  id={name}
                  name="column"
                  value={name}
                  label={label}
                  defaultChecked={isTicked}
                />
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
