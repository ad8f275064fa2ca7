import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { showRow } from "@/lib/office/catalogue/show";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { deskYear } from "../../../desk-year";
import { formWords } from "../../../form-words";
import { requireStaff } from "../../../session";
import { tableAddress, tableNamed } from "../../tables";
import { rowAction } from "./actions";
import { RemoveRow } from "./remove-row";
import { RowForm } from "./row-form";
import { SyllabusParts } from "./syllabus-parts";

/** One row of the catalogue, changed, added or taken away once what that changes was seen (desk 26). */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/desk/catalogue/[table]/[row]">) {
  const [{ actor }, { table: wanted, row }, query] = await Promise.all([
    requireStaff(),
    params,
    searchParams,
  ]);
  const table = tableNamed(wanted);
  if (!table || !may(actor, "change_settings")) return <NoSuchPage />;
  const { year } = await deskYear(query.year);
  const isNew = row === "new";
  const shown = await showRow(actor, table, year?.id ?? 0, isNew ? undefined : row.replace("-", "/"));
  if (!shown || (isNew && !year && table !== "school_years")) return <NoSuchPage />;
  const [t, words, { time_zone: timeZone }] = await Promise.all([
    getTranslations("desk.catalogue"),
    formWords(),
    settings(),
  ]);
  const syllabus = typeof query.syllabus === "string" ? query.syllabus : shown.row?.cells.syllabus_id;
  const at = { table, year: year?.id ?? 0, ...(syllabus && { syllabus }) };
  return (
    <DeskColumn>
      <Back href={tableAddress(table, at.year, syllabus)}>
        {t(syllabus ? "tables.syllabi" : `tables.${table}`)}
      </Back>
      <DeskSaid said={query.said} />
      <RowForm at={at} page={shown} action={rowAction} words={words} timeZone={timeZone} />
      {table === "syllabi" && shown.row && (
        <SyllabusParts actor={actor} year={at.year} syllabus={Number(shown.row.key)} />
      )}
      {shown.row && <RemoveRow at={at} page={shown} action={rowAction} words={words} />}
    </DeskColumn>
  );
});
