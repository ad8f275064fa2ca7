import { getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { formatContact } from "@/app/[locale]/desk/(day)/enrollments/_table/cell-text";
import { DeskPage } from "@/components/desk/desk-page";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { readClassLists } from "@/lib/desk/places/queries";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/** Class lists of a year, one sheet per class. */
export default defineYearPage("read", "decisions.classes", async ({ t, actor, year }) => {
  const [lists, { school_name }, today, { longDay }] = [
    await readClassLists(actor, year.id),
    await getSettings(),
    await getSchoolToday(),
    await getDateFormats(),
  ];
  const header = [school_name, year.year, longDay(today)].join(" · ");
  const columns = (["student", "age", "contact"] as const).map((key) => ({
    key,
    label: t(key),
    number: key === "age",
    className: { student: "w-2/5", age: undefined, contact: "w-1/2" }[key],
  }));
  return (
    <DeskPage
      title={t("title")}
      caption={year.year}
      intro={t("lead")}
      back={{
        href: `/desk/places?year=${year.id}`,
        text: (await getTranslations("decisions.places"))("title"),
      }}
    >
      {lists.length === 0 && <EmptyState>{t("none")}</EmptyState>}
      {lists.map(({ name, students }) => (
        <Section
          key={name}
          title={`${name} (${students.length})`}
          className="mb-9 print:[&+&]:break-before-page"
        >
          <p className="hidden text-small print:block">{header}</p>
          <DataTable dense caption={name} columns={columns}>
            {students.map((row) => (
              <TableRow key={row.reference}>
                <TableRowHeader>
                  <bdi>{[row.student.surname, row.student.name].filter(Boolean).join(", ")}</bdi>
                </TableRowHeader>
                <TableCell number data-label={t("age")}>
                  {row.age}
                </TableCell>
                <TableCell>{formatContact(row)}</TableCell>
              </TableRow>
            ))}
          </DataTable>
        </Section>
      ))}
    </DeskPage>
  );
});
