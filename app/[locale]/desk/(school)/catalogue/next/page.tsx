import { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { toCatalogueProblems } from "@/app/[locale]/desk/(school)/catalogue/catalogue-changes";
import { DateStrip } from "@/app/[locale]/desk/(school)/catalogue/date-strip";
import { addYearAction } from "@/app/[locale]/desk/(school)/catalogue/next/actions";
import { getNextYear, nextYearFields } from "@/app/[locale]/desk/(school)/catalogue/next/next-year";
import { DeskPage } from "@/components/desk/desk-page";
import { SubmitButton } from "@/components/forms/fields";
import { Button } from "@/components/ui/controls/button";
import { Input } from "@/components/ui/controls/input";
import { Select } from "@/components/ui/controls/select";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { calculateCoursePrice, getTariff } from "@/lib/catalogue/course-price";
import type { NewYearInput } from "@/lib/catalogue/files/target-catalogue";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { SchoolYear, Syllabus } from "@/lib/catalogue/schema";
import { toNewPrice } from "@/lib/desk/catalogue/queries";
import { addSchoolYear } from "@/lib/desk/catalogue/verbs";
import { DomainError } from "@/lib/people/verb";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

type NewYearReport = Awaited<ReturnType<typeof addSchoolYear>>;

/** A new school year from this one, with preview (desk 27). */
export default defineDeskPage("change_settings", "desk.catalogue", async ({ t, actor, query }) => {
  const { longDay } = await getDateFormats();
  const { year } = await getSelectedYear(query.year);
  const { schoolYears } = await getCatalogueSnapshot();
  const from = schoolYears.find(({ id }) => id === year?.id);
  if (!from) return;
  const today = await getSchoolToday();
  const newYear = getNextYear(from, schoolYears, query);
  const plan = await addSchoolYear(newYear, actor).catch((error) => {
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  const problems = plan ? ((await toCatalogueProblems(plan.problems)) ?? []) : [{ text: t("next.wrong") }];
  const opens = longDay(from.start_enrollment);
  return (
    <DeskPage
      title={t("next.title", { year: from.year })}
      back={{ href: `/desk/catalogue?year=${from.id}`, text: t("title") }}
    >
      <p className="mb-7 max-w-measure">{t("next.lead", { opens })}</p>
      <div className="gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          <NextYearForm newYear={newYear} percent={query.percent ?? "0"} />
          {problems.length > 0 && (
            <Notice tone="danger">
              <ul>
                {problems.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Notice>
          )}
          {plan && problems.length === 0 && (
            <>
              <Section id="dates" title={t("dates")}>
                <DateStrip year={newYear} today={today} />
              </Section>
              <Section id="prices" title={t("next.prices")}>
                <PriceTable prices={plan.prices} years={[from.year, newYear.year]} />
              </Section>
            </>
          )}
        </div>
        {plan && problems.length === 0 && <FamilyPreview from={from} newYear={newYear} plan={plan} />}
      </div>
    </DeskPage>
  );
});

/** Changed prices, old and new. */
function PriceTable({
  prices,
  years: [before, after],
}: {
  prices: NewYearReport["prices"];
  years: [string, string];
}) {
  const t = useTranslations("desk.catalogue");
  const format = useFormatter();
  const formatEuros = (amount: number) => format.number(amount, { style: "currency", currency: "EUR" });
  if (prices.length === 0) return <p className="py-3">{t("next.samePrices")}</p>;
  return (
    <DataTable
      caption={t("next.prices")}
      cards={false}
      columns={[
        { key: "name", label: t("one.subjects") },
        { key: "old", label: before, number: true },
        { key: "now", label: after, number: true },
        { key: "more", label: t("next.more"), number: true },
      ]}
    >
      {prices.map(({ name, old, now }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one name
        <TableRow key={index}>
          <TableRowHeader>{name}</TableRowHeader>
          <TableCell number>{formatEuros(old)}</TableCell>
          <TableCell number>{formatEuros(now)}</TableCell>
          <TableCell number>
            {format.number(now - old, { style: "currency", currency: "EUR", signDisplay: "always" })}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}

const days = ["start_enrollment", "end_enrollment", "start_school_year", "end_school_year"] as const;

/** A GET form, so that the preview has an address. */
function NextYearForm({ newYear, percent }: { newYear: NewYearInput; percent: string | string[] }) {
  const t = useTranslations("desk.catalogue");
  return (
    <form className="mb-6 grid items-end gap-x-6 sm:grid-cols-2 print:hidden">
      <input type="hidden" name="year" value={newYear.from} />
      <Input name="label" label={t("columns.year")} defaultValue={newYear.year} autoComplete="off" />
      <div className="hidden sm:block" />
      {days.map((day) => (
        <Input
          key={day}
          name={day}
          type="date"
          label={t(`columns.${day}`)}
          defaultValue={newYear[day] ?? ""}
        />
      ))}
      <Input
        name="percent"
        label={t("next.percent")}
        hint={t("next.percentHint")}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={String(percent)}
      />
      <Select
        name="roundTo"
        label={t("next.round")}
        hint={t("next.roundHint")}
        defaultValue={String(newYear.roundTo)}
        options={[1, 10, 50, 100].map((cents) => ({
          value: String(cents),
          label: t("next.cents", { euros: cents / 100 }),
        }))}
      />
      <div>
        <Button variant="secondary">{t("next.calculate")}</Button>
      </div>
    </form>
  );
}

type Props = { from: SchoolYear; newYear: NewYearInput; plan: NewYearReport };

const MAX_EXAMPLES = 3;

/** What families will see when enrollment opens, with the confirming button. */
async function FamilyPreview({ from, newYear, plan }: Props) {
  const { longDay } = await getDateFormats();
  const [t, format, { byYear }, { price_period }] = await Promise.all([
    getTranslations("desk.catalogue"),
    getFormatter(),
    getCatalogueSnapshot(),
    getSettings(),
  ]);
  const { start_enrollment: opens, end_enrollment: closes } = newYear;
  const examples = (byYear.get(from.id)?.syllabi.items ?? []).slice(0, MAX_EXAMPLES).map((syllabus) => ({
    name: syllabus.name || syllabus.course.name,
    price: calculateCoursePrice(applyNewPrices(syllabus, newYear), getTariff(newYear, price_period)),
  }));
  const formatEuros = (cents: number) => format.number(cents / 100, { style: "currency", currency: "EUR" });
  const fields = { ...newYear, label: newYear.year };
  return (
    <aside className="card self-start">
      <h2 className="mb-3">{t("next.see", { day: longDay(opens) })}</h2>
      <div className="mb-4 border-l-2 border-tint-line pl-4">
        <p>
          {closes
            ? t("next.openUntil", { year: newYear.year, day: longDay(closes) })
            : t("next.open", { year: newYear.year })}
        </p>
        {examples.map(
          ({ name, price }) =>
            price && <p key={name}>{t("next.costs", { name, price: formatEuros(price.month) })}</p>,
        )}
      </div>
      <p className="mb-4 text-small text-muted">
        {t("next.adds", {
          syllabi: countRows(plan, "syllabi"),
          specialities: countRows(plan, "specialities"),
          subjects: countRows(plan, "subjects"),
        })}
      </p>
      <DeskForm name="next-year" action={addYearAction}>
        <input type="hidden" name="from" value={from.id} />
        <input type="hidden" name="seen" value={plan.digest} />
        {nextYearFields.map((name) => (
          <input key={name} type="hidden" name={name} value={fields[name] ?? ""} />
        ))}
        <SubmitButton>{t("next.make", { year: newYear.year })}</SubmitButton>
      </DeskForm>
    </aside>
  );
}

const countRows = ({ changes }: NewYearReport, table: string) =>
  changes.filter((change) => change.table === table).length;

function applyNewPrices(syllabus: Syllabus, newYear: NewYearInput): Syllabus {
  const reprice = <S extends { price: number }>(subjects: S[]) =>
    subjects.map((subject) => ({ ...subject, price: toNewPrice(subject.price, newYear) }));
  return {
    ...syllabus,
    subjects_mandatories: reprice(syllabus.subjects_mandatories),
    subjects_optionals: reprice(syllabus.subjects_optionals),
    speciality_subjects: reprice(syllabus.speciality_subjects),
  };
}
