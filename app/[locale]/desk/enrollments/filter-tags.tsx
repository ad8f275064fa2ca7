import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import type { FilterChoices } from "@/lib/office/choices";
import {
  type FilterName,
  type Filters,
  filterNames,
  type ListQuery,
  listAddress,
} from "@/lib/office/filters";
import { syllabusName } from "@/lib/office/syllabus-name";
import { dateOf } from "@/lib/platform/dates";

type Props = { query: ListQuery; choices: FilterChoices; words?: string };

/** What narrows the list, each with a way to take it off. */
export function FilterTags({ query, choices, words }: Props) {
  const t = useTranslations("desk.list");
  const wordsOf = useFilterWords(choices);
  const set = filterNames.filter((name) => query.filters[name] !== undefined && name !== "how");
  if (set.length === 0 && !query.search) return null;
  return (
    <ul aria-label={t("narrowed")} className="mb-5 flex flex-wrap gap-2 print:hidden">
      {words && <Tag words={t("searchTag", { words })} href={listAddress({ ...query, search: undefined })} />}
      {set.map((name) => (
        <Tag
          key={name}
          words={wordsOf(name, query.filters)}
          href={listAddress({ ...query, filters: { ...query.filters, [name]: undefined } })}
        />
      ))}
    </ul>
  );
}

function Tag({ words, href }: { words: string; href: string }) {
  const t = useTranslations("desk.list");
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="inline-flex min-h-target items-center gap-2 rounded-control border border-line bg-surface px-3 text-small text-ink no-underline hover:border-danger"
      >
        <span>{words}</span>
        <span aria-hidden="true" className="text-lead leading-none">
          ×
        </span>
        <span className="sr-only">{t("remove")}</span>
      </Link>
    </li>
  );
}

const howWords = { first: "wantedFirst", any: "wantedAny", assigned: "assigned", waits: "waits" } as const;

function useFilterWords({ years, specialities, syllabi, labels }: FilterChoices) {
  const t = useTranslations("desk.list");
  const format = useFormatter();
  const byId = <T extends { id: number }>(rows: T[], id: number | undefined) =>
    rows.find((row) => row.id === id);
  return (name: FilterName, filters: Filters): string => {
    const how = t(howWords[filters.how ?? "first"]);
    const day = (value: string) => format.dateTime(dateOf(value), { dateStyle: "medium" });
    switch (name) {
      case "year":
        return t("yearTag", { year: byId(years, filters.year)?.year ?? "?" });
      case "speciality":
        return `${byId(specialities, filters.speciality)?.name ?? "?"} (${how})`;
      case "syllabus": {
        const syllabus = byId(syllabi, filters.syllabus);
        return `${syllabus ? syllabusName(syllabus) : "?"} (${how})`;
      }
      case "label":
        return t("labelTag", { name: byId(labels, filters.label)?.name ?? "?" });
      case "from":
        return t("fromTag", { day: day(filters.from ?? "") });
      case "until":
        return t("untilTag", { day: day(filters.until ?? "") });
      case "state":
        return filters.state ? t("stateTag", { state: t(`values.state.${filters.state}`) }) : "";
      case "age":
        return filters.age ? t(`values.age.${filters.age}`) : "";
      case "source":
        return filters.source ? t(`values.source.${filters.source}`) : "";
      case "keeps":
        return `${t("filters.keeps")}: ${t(`values.keeps.${filters.keeps ?? "yes"}`)}`;
      case "answer":
        return `${t("filters.answer")}: ${t(`values.answer.${filters.answer ?? "open"}`)}`;
      case "disagreement":
      case "correction":
        return `${t(`filters.${name}`)}: ${t(`values.${name}.open`)}`;
      case "told":
        return filters.told ? t(`values.told.${filters.told}`) : "";
      case "how":
        return how;
      default:
        return t(name === "mail" ? "values.mail.trouble" : "values.same.perhaps");
    }
  };
}
