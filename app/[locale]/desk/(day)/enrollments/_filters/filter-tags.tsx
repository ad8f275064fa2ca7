import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { Icon } from "@/components/ui/icons/icon";
import { cross } from "@/components/ui/icons/paths";
import {
  type FilterName,
  type Filters,
  filterNames,
  filterTable,
  getChoiceMatch,
  getListUrl,
  isHowAlone,
  type ListQuery,
} from "@/lib/desk/list/filters";
import type { FilterOptions } from "@/lib/desk/list/queries";
import { getTab } from "@/lib/desk/list/sql";
import { getState } from "@/lib/enrollment/states";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";

type Props = { query: ListQuery; options: FilterOptions; words?: string };

/** Active filters, each with a link that removes it. */
export function FilterTags({ query, options, words }: Props) {
  const t = useTranslations("desk.list");
  const getFilterText = useFilterTexts(options);
  const isTab = !query.search && getTab(query.filters) !== undefined;
  const elsewhere = query.search ? [] : ["year"];
  const untagged = isTab ? [...elsewhere, "state", "told"] : elsewhere;
  const active = listActive(query.filters).filter((name) => !untagged.includes(name));
  if (active.length === 0 && !query.search) return null;
  return (
    <ul aria-label={t("narrowed")} className="mb-1.5 flex flex-wrap gap-2 print:hidden">
      {words && <Tag text={t("searchTag", { words })} href={getListUrl({ ...query, search: undefined })} />}
      {active.map((name) => (
        <Tag
          key={name}
          text={getFilterText(name, query.filters)}
          href={getListUrl({ ...query, filters: { ...query.filters, [name]: undefined } })}
        />
      ))}
    </ul>
  );
}

/** `how` is part of the text of the speciality or syllabus. */
const listActive = (filters: Filters) =>
  filterNames.filter((name) => filters[name] !== undefined && (name !== "how" || isHowAlone(filters)));

type PrintedHeaderProps = Props & { school: string; today: Day };

/** Header of the printed list: school, filters and date. */
export function PrintedHeader({ query: { filters }, options, words, school, today }: PrintedHeaderProps) {
  const t = useTranslations("desk.list");
  const getFilterText = useFilterTexts(options);
  const { longDay } = useDateFormats();
  const parts = [
    school,
    ...listActive(filters).map((name) =>
      name === "year" && filters.year === "all" ? t("allYears") : getFilterText(name, filters),
    ),
    ...(words ? [t("searchTag", { words })] : []),
    longDay(today),
  ];
  return <p className="mb-3 hidden text-small print:block">{parts.join(" · ")}</p>;
}

function Tag({ text, href }: { text: string; href: string }) {
  const t = useTranslations("desk.list");
  return (
    <li className="max-w-full">
      <Link
        href={href}
        className="inline-flex max-w-full min-h-target items-center gap-[0.45em] rounded-full border border-tint-line bg-tint pr-2.5 pl-3 text-small font-[550] text-ink no-underline hover:border-accent hover:text-ink hover:no-underline lg:pointer-fine:min-h-8"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
        <Icon d={cross} className="size-[1em] text-accent" />
        <span className="sr-only">{t("remove")}</span>
      </Link>
    </li>
  );
}

const matchKeys = { first: "wantedFirst", any: "wantedAny", assigned: "assigned", waits: "waits" } as const;

const getMatchKey = (filters: Filters) =>
  filters.state && getState(filters.state).holds === "list" && !filters.how
    ? matchKeys.waits
    : matchKeys[getChoiceMatch(filters)];

/** Names of the filters' values. */
function useFilterTexts({ years, specialities, syllabi, labels }: FilterOptions) {
  const t = useTranslations("desk.list");
  const { mediumDay } = useDateFormats();
  const formatValue = useValueTexts();
  const findById = <T extends { id: number }>(rows: T[], id: unknown) => rows.find((row) => row.id === id);
  return (name: FilterName, filters: Filters): string => {
    const how = t(getMatchKey(filters));
    switch (name) {
      case "year":
        return t("yearTag", { year: findById(years, filters.year)?.year ?? "?" });
      case "speciality":
        return `${findById(specialities, filters.speciality)?.name ?? "?"} (${how})`;
      case "syllabus":
        return `${findById(syllabi, filters.syllabus)?.name ?? "?"} (${how})`;
      case "label":
        return t("labelTag", { name: findById(labels, filters.label)?.name ?? "?" });
      case "from":
        return t("fromTag", { day: mediumDay(filters.from ?? "") });
      case "until":
        return t("untilTag", { day: mediumDay(filters.until ?? "") });
      default:
        return formatValue(name, filters);
    }
  };
}

type ChoiceFilter = Exclude<FilterName, "year" | "speciality" | "syllabus" | "label" | "from" | "until">;

function useValueTexts() {
  const t = useTranslations("desk.list");
  return (name: ChoiceFilter, filters: Filters): string => {
    if (name === "how") return t(filters.how === "assigned" ? "withPlace" : "values.state.waiting");
    const value = t(`values.${name}.${filters[name]}` as "values.mail.trouble");
    return filterTable[name].plain ? value : `${t(`filters.${name}`)}: ${value}`;
  };
}
