import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { controlClass, Input } from "@/components/ui/controls/input";
import { type Option, Select } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { listFilter } from "@/components/ui/icons/paths";
import {
  type FilterName,
  type Filters,
  filterNames,
  filterTable,
  getFilterValues,
  type ListQuery,
  sorts,
} from "@/lib/desk/list/filters";
import type { FilterOptions } from "@/lib/desk/list/queries";
import { ApplyOnChange } from "./apply-on-change";

type Props = { query: ListQuery; options: FilterOptions; action: string };

const listAreaFilters = (area: (typeof filterTable)[FilterName]["area"]) =>
  filterNames.filter((name) => filterTable[name].area === area);

/** A GET form, so that each list has an address. */
export function FilterForm({ query, options, action }: Props) {
  const t = useTranslations("desk.list");
  const { filters, search } = query;
  const getOptions = useOptions(options);
  // Other parameters are kept. The state has tabs, except in search results.
  const hidden = [...listAreaFilters("link"), ...(search ? [] : listAreaFilters("tab"))];
  return (
    <ApplyOnChange action={action} className="mb-1.5 print:hidden">
      {search && <input type="hidden" name="q" value={search} />}
      {hidden.map(
        (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      <div className="flex flex-wrap items-center gap-1.5 [.with-pane_&]:gap-1">
        <div className="relative -mx-4 flex basis-[calc(100%+2rem)] gap-1.5 overflow-x-auto px-4 py-1 sm:contents">
          {listAreaFilters("line").map((name) => (
            <CompactSelect
              key={name}
              name={name}
              label={t(`filters.${name}`)}
              options={getOptions(name)}
              filters={filters}
            />
          ))}
        </div>
        <Button variant="secondary" className="[@media(scripting:enabled)]:hidden">
          {t("apply")}
        </Button>
        <MoreFilters query={query} getOptions={getOptions} />
      </div>
    </ApplyOnChange>
  );
}

type MoreProps = { query: ListQuery; getOptions: ReturnType<typeof useOptions> };

/** Rare filters, collapsed also when active: their tags say so. */
function MoreFilters({ query: { filters, sort, search }, getOptions }: MoreProps) {
  const t = useTranslations("desk.list");
  const names = [...(search ? listAreaFilters("tab") : []), ...listAreaFilters("fold")];
  return (
    <details className="open:basis-full">
      <summary className={`${buttonClass("quiet")} [.with-pane_&]:px-1.5`}>
        <Icon d={listFilter} />
        <span className="[.with-pane_&]:sr-only">{t("more")}</span>
      </summary>
      <div className="mt-3 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4">
        {names.map((name) => {
          const control = { id: name, name, label: t(`filters.${name}`) };
          if (name === "from" || name === "until")
            return <Input key={name} {...control} type="date" defaultValue={filters[name]} />;
          return (
            <Select
              key={name}
              {...control}
              blank={t(name === "how" ? "howByState" : "any")}
              options={getOptions(name)}
              defaultValue={filters[name] ?? ""}
            />
          );
        })}
        <Select
          name="sort"
          label={t("filters.sort")}
          options={sorts.map((value) => ({ value, label: t(`values.sort.${value}`) }))}
          defaultValue={sort}
        />
        <Button variant="secondary" className="mb-5 self-end justify-self-start">
          {t("apply")}
        </Button>
      </div>
    </details>
  );
}

type CompactSelectProps = {
  name: FilterName;
  label: string;
  options: Option[];
  filters: Filters;
};

/** A compact select; the label is its first option. */
function CompactSelect({ name, label, options, filters }: CompactSelectProps) {
  return (
    <label className="max-w-40 min-w-0 max-sm:flex-none">
      <span className="sr-only">{label}</span>
      <select
        name={name}
        defaultValue={String(filters[name] ?? (name === "year" ? "all" : ""))}
        data-at-once=""
        className={`${controlClass} control-select text-small [field-sizing:content] lg:pointer-fine:min-h-8 lg:pointer-fine:py-0 lg:pointer-fine:pl-2.5 lg:pointer-fine:pr-8 lg:[.with-pane_&]:pl-2 lg:[.with-pane_&]:pr-7.5`}
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

function useOptions({ years, specialities, syllabi, labels }: FilterOptions) {
  const t = useTranslations("desk.list");
  const toOptions = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const lists: { [Name in FilterName]?: Option[] } = {
    year: [
      ...toOptions(years.map(({ id, year }) => ({ id, name: year }))),
      { value: "all", label: t("allYears") },
    ],
    speciality: toOptions(specialities),
    syllabus: toOptions(syllabi),
    label: toOptions(labels),
  };
  return (name: FilterName): Option[] =>
    lists[name] ??
    getFilterValues(name).map((value) => ({
      value,
      label: t(`values.${name}.${value}` as "values.mail.trouble"),
    }));
}
