import { getTranslations } from "next-intl/server";
import { Sheet } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import { showTable } from "@/lib/office/catalogue/show";
import type { Actor } from "@/lib/people/staff/rights";
import { CatalogueTable } from "../../catalogue-table";
import { linkTables, rowAddress } from "../../tables";

type Props = { actor: Actor; year: number; syllabus: number };

/** In which specialities a syllabus is taught, and which subjects it has. */
export async function SyllabusParts({ actor, year, syllabus }: Props) {
  const [t, ...parts] = await Promise.all([
    getTranslations("desk.catalogue"),
    ...linkTables.map((table) => showTable(actor, table, year, syllabus)),
  ]);
  return linkTables.map((table, at) => (
    <Sheet
      key={table}
      id={table}
      title={t(`tables.${table}`)}
      act={<Link href={rowAddress(table, year, undefined, syllabus)}>{t(`new.${table}`)}</Link>}
    >
      <CatalogueTable
        caption={t(`tables.${table}`)}
        columns={(parts[at]?.columns ?? []).filter(({ name }) => !named[table].includes(name))}
        rows={parts[at]?.rows ?? []}
        hrefOf={({ key }) => rowAddress(table, year, key, syllabus)}
      />
    </Sheet>
  ));
}

/** What the page and the row's name say already. */
const named = {
  syllabus_specialities: ["syllabus_id", "speciality_id"],
  syllabus_subjects: ["syllabus_id", "subject_id"],
};
