import { getFormatter, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton } from "@/components/forms/fields";
import { calculateCoursePrice, getTariff } from "@/lib/catalogue/course-price";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { SchoolYear, Syllabus } from "@/lib/catalogue/schema";
import { type NewYearInput, toNewPrice } from "@/lib/desk/catalogue/queries";
import type { NewYearReport } from "@/lib/desk/catalogue/verbs";
import { getSettings } from "@/lib/school/settings";
import { addYearAction } from "./actions";
import { nextYearFields } from "./next-year";

type Props = { from: SchoolYear; wanted: NewYearInput; plan: NewYearReport };

const FEW = 3;

/** What families will see when enrollment opens, with the confirming button. */
export async function FamilyPreview({ from, wanted, plan }: Props) {
  const { longDay } = await getDateFormats();
  const [t, format, { byYear }, { price_period }] = await Promise.all([
    getTranslations("desk.catalogue"),
    getFormatter(),
    getCatalogueSnapshot(),
    getSettings(),
  ]);
  const { start_enrollment: opens, end_enrollment: closes } = wanted;
  const examples = (byYear.get(from.id)?.syllabi.items ?? []).slice(0, FEW).map((syllabus) => ({
    name: syllabus.name || syllabus.course.name,
    price: calculateCoursePrice(repriced(syllabus, wanted), getTariff(wanted, price_period)),
  }));
  const euros = (cents: number) => format.number(cents / 100, { style: "currency", currency: "EUR" });
  const fields = { ...wanted, label: wanted.year };
  return (
    <aside className="card self-start">
      <h2 className="mb-3">{t("next.see", { day: longDay(opens) })}</h2>
      <div className="mb-4 border-l-2 border-tint-line pl-4">
        <p>
          {closes
            ? t("next.openUntil", { year: wanted.year, day: longDay(closes) })
            : t("next.open", { year: wanted.year })}
        </p>
        {examples.map(
          ({ name, price }) =>
            price && <p key={name}>{t("next.costs", { name, price: euros(price.month) })}</p>,
        )}
      </div>
      <p className="mb-4 text-small text-muted">
        {t("next.adds", {
          syllabi: count(plan, "syllabi"),
          specialities: count(plan, "specialities"),
          subjects: count(plan, "subjects"),
        })}
      </p>
      <DeskForm name="next-year" action={addYearAction}>
        <input type="hidden" name="from" value={from.id} />
        <input type="hidden" name="seen" value={plan.digest} />
        {nextYearFields.map((name) => (
          <input key={name} type="hidden" name={name} value={fields[name] ?? ""} />
        ))}
        <SubmitButton>{t("next.make", { year: wanted.year })}</SubmitButton>
      </DeskForm>
    </aside>
  );
}

const count = ({ changes }: NewYearReport, table: string) =>
  changes.filter((change) => change.table === table).length;

function repriced(syllabus: Syllabus, wanted: NewYearInput): Syllabus {
  const all = <S extends { price: number }>(subjects: S[]) =>
    subjects.map((subject) => ({ ...subject, price: toNewPrice(subject.price, wanted) }));
  return {
    ...syllabus,
    subjects_mandatories: all(syllabus.subjects_mandatories),
    subjects_optionals: all(syllabus.subjects_optionals),
    speciality_subjects: all(syllabus.speciality_subjects),
  };
}
