import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type Option, type OptionGroup, Select } from "@/components/ui/select";
import { stateNames } from "@/lib/enrollment/states";
import type { FilterChoices } from "@/lib/office/choices";
import {
  type FilterName,
  type Filters,
  hows,
  type ListQuery,
  sorts,
  sources,
  tolds,
} from "@/lib/office/filters";
import { syllabusName } from "@/lib/office/syllabus-name";

type Props = { query: ListQuery; choices: FilterChoices; action: string };

/** Every filter and the order, folded away; a plain GET form, so that a list is its address. */
export function FilterForm({ query, choices, action }: Props) {
  const t = useTranslations("desk.list");
  const { filters, sort, search } = query;
  const sortings = sorts.map((value) => ({ value, label: t(`values.sort.${value}`) }));
  return (
    <details className="mb-5 rounded-card border border-hairline bg-surface print:hidden">
      <summary className="min-h-target cursor-pointer px-5 py-2.5 font-semibold">{t("filter")}</summary>
      <form action={action} className="grid gap-x-6 px-5 pt-2 sm:grid-cols-2 lg:grid-cols-4">
        {search && <input type="hidden" name="q" value={search} />}
        <FilterSelects filters={filters} choices={choices} />
        <Input id="from" name="from" type="date" label={t("filters.from")} defaultValue={filters.from} />
        <Input id="until" name="until" type="date" label={t("filters.until")} defaultValue={filters.until} />
        <Select id="sort" name="sort" label={t("filters.sort")} options={sortings} defaultValue={sort} />
        <div className="pb-5 sm:col-span-2 lg:col-span-4">
          <Button>{t("apply")}</Button>
        </div>
      </form>
    </details>
  );
}

function FilterSelects({ filters, choices }: { filters: Filters; choices: FilterChoices }) {
  const t = useTranslations("desk.list");
  const { years, specialities, syllabi, labels } = choices;
  const options: Record<Exclude<FilterName, "from" | "until">, (Option | OptionGroup)[]> = {
    year: years.map(({ id, year }) => ({ value: String(id), label: year })),
    state: stateNames.map((value) => ({ value, label: t(`values.state.${value}`) })),
    speciality: byYear(specialities, ({ name }) => name),
    syllabus: byYear(syllabi, syllabusName),
    how: hows.map((value) => ({ value, label: t(`values.how.${value}`) })),
    age: (["adult", "minor"] as const).map((value) => ({ value, label: t(`values.age.${value}`) })),
    source: sources.map((value) => ({ value, label: t(`values.source.${value}`) })),
    mail: [{ value: "trouble", label: t("values.mail.trouble") }],
    told: tolds.map((value) => ({ value, label: t(`values.told.${value}`) })),
    keeps: (["yes", "no"] as const).map((value) => ({ value, label: t(`values.keeps.${value}`) })),
    answer: (["open", "late"] as const).map((value) => ({ value, label: t(`values.answer.${value}`) })),
    disagreement: [{ value: "open", label: t("values.disagreement.open") }],
    correction: [{ value: "open", label: t("values.correction.open") }],
    same: [{ value: "perhaps", label: t("values.same.perhaps") }],
    label: labels.map(({ id, name }) => ({ value: String(id), label: name })),
  };
  return (Object.keys(options) as (keyof typeof options)[]).map((name) => (
    <Select
      key={name}
      id={name}
      name={name}
      label={t(`filters.${name}`)}
      blank={t("any")}
      options={options[name]}
      defaultValue={filters[name] === undefined ? "" : String(filters[name])}
    />
  ));
}

/** What belongs to several school years stands under each of them. */
function byYear<T extends { id: number; schoolYear: { year: string } }>(
  rows: T[],
  label: (row: T) => string,
) {
  const years = new Map<string, Option[]>();
  for (const row of rows) {
    const options = years.get(row.schoolYear.year) ?? [];
    years.set(row.schoolYear.year, [...options, { value: String(row.id), label: label(row) }]);
  }
  return [...years]
    .sort(([one], [other]) => other.localeCompare(one))
    .map(([label, options]) => ({ label, options }));
}
