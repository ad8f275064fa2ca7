import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { controlClass, Input } from "@/components/ui/controls/input";
import { type Option, Select } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { listFilter } from "@/components/ui/icons/paths";
import {
  choiceMatches,
  dueFilters,
  type Filters,
  incompleteReasons,
  type ListQuery,
  notificationFilters,
  sorts,
  sourceFilters,
} from "@/lib/desk/list/filters";
import { type FilterOptions, getSyllabusName } from "@/lib/desk/list/queries";
import { stateNames } from "@/lib/enrollment/states";
import { ApplyOnChange } from "./apply-on-change";

type Props = { query: ListQuery; choices: FilterOptions; action: string };

/** Those that are used every day, in sight. */
const daily = ["year", "speciality", "syllabus", "missing", "label", "due"] as const;
/** The others but for those that `missing` says too. */
const further = ["told", "how", "age", "source", "keeps", "answer"] as const;
/** What is neither shown nor changed here goes along; the state is a tab, but under a search, which has none. */
const unseen = ["mail", "question", "disagreement", "correction", "same"] as const;

/** The filters and the order; a plain GET form, so that a list is its address. */
export function FilterForm({ query, choices, action }: Props) {
  const t = useTranslations("desk.list");
  const { filters, search } = query;
  const options = useOptions(choices);
  const hidden = search ? unseen : ([...unseen, "state"] as const);
  return (
    <ApplyOnChange action={action} className="mb-1.5 print:hidden">
      {search && <input type="hidden" name="q" value={search} />}
      {hidden.map(
        (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {daily.map((name) => (
          <Daily
            key={name}
            name={name}
            label={t(`filters.${name}`)}
            options={options[name]}
            filters={filters}
          />
        ))}
        <Button look="secondary" className="[@media(scripting:enabled)]:hidden">
          {t("apply")}
        </Button>
        <More query={query} options={options} />
      </div>
    </ApplyOnChange>
  );
}

type MoreProps = { query: ListQuery; options: ReturnType<typeof useOptions> };

/** What is not used every day, folded unless it is on. */
function More({ query: { filters, sort, search }, options }: MoreProps) {
  const t = useTranslations("desk.list");
  const selects = search ? (["state", ...further] as const) : further;
  const isOpen = [...selects, "from" as const, "until" as const].some(
    (name) => filters[name] !== undefined && !(name === "told" && filters.told === "no"),
  );
  return (
    <details open={isOpen} className="open:basis-full">
      <summary className={buttonClass("quiet")}>
        <Icon d={listFilter} />
        <span className="[.with-pane_&]:sr-only">{t("more")}</span>
      </summary>
      <div className="mt-3 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4">
        {selects.map((name) => (
          <Select
            key={name}
            id={name}
            name={name}
            label={t(`filters.${name}`)}
            blank={t(name === "how" ? "howByState" : "any")}
            options={options[name]}
            defaultValue={filters[name] ?? ""}
          />
        ))}
        <Input id="from" name="from" type="date" label={t("filters.from")} defaultValue={filters.from} />
        <Input id="until" name="until" type="date" label={t("filters.until")} defaultValue={filters.until} />
        <Select id="sort" name="sort" label={t("filters.sort")} options={options.sort} defaultValue={sort} />
        <Button look="secondary" className="mb-5 self-end justify-self-start">
          {t("apply")}
        </Button>
      </div>
    </details>
  );
}

type DailyProps = {
  name: (typeof daily)[number];
  label: string;
  options: Option[];
  filters: Filters;
};

/** A select as wide as a finger's breadth of words: what it is about stands in it until something is chosen. */
function Daily({ name, label, options, filters }: DailyProps) {
  return (
    <label className="max-w-40 min-w-0 max-sm:w-[calc(50%-0.25rem)]">
      <span className="sr-only">{label}</span>
      <select
        name={name}
        defaultValue={String(filters[name] ?? (name === "year" ? "all" : ""))}
        data-at-once=""
        className={`${controlClass} control-select text-small sm:[field-sizing:content] lg:pointer-fine:min-h-8 lg:pointer-fine:py-0 lg:pointer-fine:pl-2.5 lg:pointer-fine:pr-8`}
      >
        {name !== "year" && <option value="">{label}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

type Selected = (typeof daily | typeof further)[number] | "state" | "sort";

function useOptions(choices: FilterOptions) {
  const t = useTranslations("desk.list");
  const { years, specialities, syllabi, labels } = choices;
  const options = {
    year: [
      ...years.map(({ id, year }) => ({ value: String(id), label: year })),
      { value: "all", label: t("allYears") },
    ],
    speciality: specialities.map(({ id, name }) => ({ value: String(id), label: name })),
    syllabus: syllabi.map((syllabus) => ({ value: String(syllabus.id), label: getSyllabusName(syllabus) })),
    missing: incompleteReasons.map((value) => ({ value, label: t(`values.missing.${value}`) })),
    label: labels.map(({ id, name }) => ({ value: String(id), label: name })),
    due: dueFilters.map((value) => ({ value, label: t(`values.due.${value}`) })),
    state: stateNames.map((value) => ({ value, label: t(`values.state.${value}`) })),
    told: notificationFilters.map((value) => ({ value, label: t(`values.told.${value}`) })),
    how: choiceMatches.map((value) => ({ value, label: t(`values.how.${value}`) })),
    age: (["adult", "minor"] as const).map((value) => ({ value, label: t(`values.age.${value}`) })),
    source: sourceFilters.map((value) => ({ value, label: t(`values.source.${value}`) })),
    keeps: (["yes", "no"] as const).map((value) => ({ value, label: t(`values.keeps.${value}`) })),
    answer: (["open", "late"] as const).map((value) => ({ value, label: t(`values.answer.${value}`) })),
    sort: sorts.map((value) => ({ value, label: t(`values.sort.${value}`) })),
  };
  return options as Record<Selected, Option[]>;
}
