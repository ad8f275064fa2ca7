import { useFormatter, useTranslations } from "next-intl";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Kept } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Difference } from "@/components/desk/difference";
import type { RowPage } from "@/lib/office/catalogue/show";
import type { TableName } from "@/lib/office/catalogue/tables";
import { CellField } from "./cell-field";

/** Which table, of which year, and on which syllabus its rows hang. */
export type At = { table: TableName; year: number; syllabus?: string };

type Props = { at: At; page: RowPage; action: FormAction; words: DeskWords; timeZone: string };

/** What a row holds, a field a column. */
export function RowForm({ at, page: { columns, row, version, last }, action, words, timeZone }: Props) {
  const t = useTranslations("desk.catalogue");
  const format = useFormatter();
  const title = row?.label ?? t(`new.${at.table}`);
  const changed =
    last &&
    t("changedBy", {
      who: last.name ?? t("command"),
      day: format.dateTime(last.at, { dateStyle: "long", timeZone }),
    });
  return (
    <PageForm
      name="row"
      action={action}
      words={words}
      title={title}
      above={changed && <p className="mb-6 text-small text-muted">{changed}</p>}
    >
      <Where at={at} rowKey={row?.key} version={version} />
      <div className="grid items-end gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {columns
          .filter(({ name }) => !(at.syllabus && name === "syllabus_id"))
          .map((column) => (
            <CellField key={column.name} column={column} cell={row?.cells[column.name]} />
          ))}
      </div>
      <Difference words={{ title: t("changes"), look: t("look"), save: t("save") }} />
    </PageForm>
  );
}

/** Which row a form is about, as it was when the page showed it. */
export function Where({ at, rowKey, version }: { at: At; rowKey: string | undefined; version: string }) {
  return (
    <>
      <input type="hidden" name="table" value={at.table} />
      <input type="hidden" name="schoolYear" value={at.year} />
      <input type="hidden" name="key" value={rowKey ?? ""} />
      <input type="hidden" name="syllabus" value={at.syllabus ?? ""} />
      <Kept name="version" value={version} />
    </>
  );
}
