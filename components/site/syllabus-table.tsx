import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Fold } from "@/components/ui/fold";
import type { Speciality, Syllabus } from "@/lib/catalogue/schema";
import { syllabusFacts } from "@/lib/catalogue/syllabus-facts";
import { catalogueLang } from "@/lib/i18n/locales";

type Props = {
  year: string;
  syllabi: Syllabus[];
  /** The speciality whose subjects are in the sums, where a syllabus has some for it. */
  taken?: Speciality;
};

/** What is taught and what it costs, by degree; a list on a phone, a table where there is room. */
export function SyllabusTable({ year, syllabi, taken }: Props) {
  const t = useTranslations("home");
  const degrees = [...new Map(syllabi.map(({ degree }) => [degree.id, degree])).values()];
  return (
    <section>
      <h2 className="mb-3">{t("syllabiTitle")}</h2>
      {syllabi.length === 0 && <p>{t("noCatalogue")}</p>}
      {syllabi.length > 0 && <p className="mb-5 max-w-column text-muted">{t("syllabiLead", { year })}</p>}
      <div>
        {degrees
          .sort((one, other) => one.order - other.order)
          .map(({ id, name }) => {
            const own = syllabi.filter(({ degree }) => degree.id === id);
            return (
              <Fold key={id} summary={<Summary name={name} syllabi={own} taken={taken} />}>
                <Degree name={name} taken={taken} syllabi={own} />
              </Fold>
            );
          })}
      </div>
    </section>
  );
}

/** What is seen of a degree while it is folded: from which age, and from which price. */
function Summary({ name, syllabi, taken }: Omit<Props, "year"> & { name: string }) {
  const t = useTranslations("home");
  const format = useFormatter();
  const lang = catalogueLang(useLocale());
  const prices = syllabi.map((syllabus) => syllabusFacts(syllabus, taken?.id).price);
  const least = format.number(Math.min(...prices), { style: "currency", currency: "EUR" });
  return (
    <span className="grid grow items-center gap-x-4 py-3 sm:grid-cols-[minmax(0,1fr)_9rem_10rem]">
      <b lang={lang} className="text-[1.0625em]">
        {name}
      </b>
      <span className="text-small font-normal text-muted">
        {t("fromYears", { age: Math.min(...syllabi.map(({ age }) => age)) })}
      </span>
      <span className="text-small font-normal text-ink tabular-nums sm:text-end">
        {t("fromPrice", { price: least })}
      </span>
    </span>
  );
}

const columns = ["syllabus", "age", "hours", "subjects", "price"] as const;

function Degree({ name, syllabi, taken }: Omit<Props, "year"> & { name: string }) {
  const t = useTranslations("home");
  return (
    <div className="pb-2">
      <table className="block w-full text-left sm:table">
        <caption lang={catalogueLang(useLocale())} className="sr-only">
          {name}
        </caption>
        <thead className="sr-only sm:not-sr-only sm:table-header-group">
          <tr className="border-b-[1.5px] border-line text-small text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pr-4 font-semibold last:pr-0">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {syllabi.map((syllabus) => (
            <Row key={syllabus.id} syllabus={syllabus} taken={taken} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ syllabus, taken }: Pick<Props, "taken"> & { syllabus: Syllabus }) {
  const t = useTranslations("home");
  const format = useFormatter();
  const lang = catalogueLang(useLocale());
  const { weeklyMinutes, subjects, price, atLeast, withSpeciality } = syllabusFacts(syllabus, taken?.id);
  const euros = format.number(price, { style: "currency", currency: "EUR" });
  const cells = {
    age: t("fromAge", { age: syllabus.age }),
    hours: format.number(weeklyMinutes / 60, { maximumFractionDigits: 2 }),
    subjects: format.number(subjects),
    price: atLeast ? t("fromPrice", { price: euros }) : euros,
    ...(taken &&
      withSpeciality && {
        price: t.rich("withPrice", { price: euros, speciality: () => <span lang={lang}>{taken.name}</span> }),
      }),
  };
  return (
    <tr className="block border-b border-hairline py-3 last:border-0 sm:table-row">
      <th scope="row" lang={lang} className="block font-semibold sm:table-cell sm:py-2 sm:pr-4">
        {syllabus.name || syllabus.course.name}
      </th>
      {(["age", "hours", "subjects", "price"] as const).map((cell) => (
        <td
          key={cell}
          className="flex justify-between gap-4 text-small sm:table-cell sm:py-2 sm:pr-4 sm:text-base sm:whitespace-nowrap"
        >
          <span aria-hidden="true" className="text-muted sm:hidden">
            {t(cell)}
          </span>
          {cells[cell]}
        </td>
      ))}
    </tr>
  );
}
