import { useFormatter, useTranslations } from "next-intl";
import type { Syllabus } from "@/lib/catalogue/schema";
import { syllabusFacts } from "@/lib/catalogue/syllabus-facts";

/** What is taught and what it costs; a list on a phone, a table where there is room. */
export function SyllabusTable({ year, syllabi }: { year: string; syllabi: Syllabus[] }) {
  const t = useTranslations("home");
  return (
    <section>
      <h2 className="mb-2 font-serif text-heading font-semibold">{t("syllabiTitle")}</h2>
      {syllabi.length === 0 ? (
        <p>{t("noCatalogue")}</p>
      ) : (
        <>
          <p className="mb-4 max-w-column text-muted">{t("syllabiLead", { year })}</p>
          <table className="block w-full text-left sm:table">
            <thead className="sr-only sm:not-sr-only sm:table-header-group">
              <tr className="border-b-2 border-line text-small">
                {(["syllabus", "age", "hours", "subjects", "price"] as const).map((column) => (
                  <th key={column} scope="col" className="py-2 pr-4 font-semibold">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block sm:table-row-group">
              {syllabi.map((syllabus) => (
                <Row key={syllabus.id} syllabus={syllabus} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function Row({ syllabus }: { syllabus: Syllabus }) {
  const t = useTranslations("home");
  const format = useFormatter();
  const { weeklyMinutes, subjects, price, atLeast } = syllabusFacts(syllabus);
  const euros = format.number(price, { style: "currency", currency: "EUR" });
  const cells = {
    age: t("fromAge", { age: syllabus.age }),
    hours: format.number(weeklyMinutes / 60, { maximumFractionDigits: 2 }),
    subjects: format.number(subjects),
    price: atLeast ? t("fromPrice", { price: euros }) : euros,
  };
  return (
    <tr className="block border-b border-hairline py-3 sm:table-row">
      <th scope="row" className="block font-semibold sm:table-cell sm:py-2 sm:pr-4">
        {syllabus.name || `${syllabus.degree.name}, ${syllabus.course.name}`}
        <span className="block text-small font-normal text-muted">{syllabus.degree.name}</span>
      </th>
      {(["age", "hours", "subjects", "price"] as const).map((cell) => (
        <td
          key={cell}
          className="flex justify-between gap-4 text-small sm:table-cell sm:py-2 sm:pr-4 sm:text-base"
        >
          <span className="text-muted sm:hidden">{t(cell)}</span>
          {cells[cell]}
        </td>
      ))}
    </tr>
  );
}
