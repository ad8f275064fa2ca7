import { useLocale, useTranslations } from "next-intl";
import { CatalogueName } from "@/components/courses/catalogue-name";
import { CourseList, CoursesByDegree } from "@/components/courses/course-list";
import { NoCourse } from "@/components/site/no-course";
import { Button } from "@/components/ui/controls/button";
import { Select } from "@/components/ui/controls/select";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icons/icon";
import { bookOpen, search } from "@/components/ui/icons/paths";
import { listSpecialityIds, type Tariff } from "@/lib/catalogue/course-price";
import {
  ADULT,
  type Course,
  findCourses,
  getFilterOptions,
  type parseCourseFilter,
} from "@/lib/catalogue/find-courses";
import { getNameIn } from "@/lib/catalogue/names";
import type { CatalogueSpeciality, CatalogueSyllabus, SchoolYear, Speciality } from "@/lib/catalogue/schema";
import { addElision, formatDay } from "@/lib/i18n/format";
import { experienceOptions as played } from "@/lib/reference/values";

type CourseFilter = ReturnType<typeof parseCourseFilter>;

type Props = {
  year: SchoolYear;
  years: SchoolYear[];
  syllabi: CatalogueSyllabus[];
  specialities: CatalogueSpeciality[];
  tariff: Tariff;
  ageBy: "birthday" | "birth_year";
  filter: CourseFilter;
};

const ID = "courses";

/** Courses by age at the start, instrument and hours (families 37); all without a query. */
export function CourseFinder(props: Props) {
  const t = useTranslations("finder");
  const { year, syllabi, filter, tariff } = props;
  const locale = useLocale();
  const { matching } = findCourses(syllabi, {}, tariff);
  return (
    <section id={ID} aria-labelledby={`${ID}-title`}>
      <h2 id={`${ID}-title`} className="mb-3">
        {t("title")}
      </h2>
      {syllabi.length === 0 ? (
        <EmptyState>{t("nothing")}</EmptyState>
      ) : (
        <>
          <p className="mb-5 max-w-measure text-muted">
            {t("lead", {
              year: year.year,
              ...addElision({ day: formatDay(year.start_school_year, locale) }),
            })}
          </p>
          <FinderForm {...props} />
          {Object.keys(filter).length > 0 ? (
            <FinderResults {...props} />
          ) : (
            <CoursesByDegree courses={matching} getHref={createHref()} />
          )}
        </>
      )}
    </section>
  );
}

/** A GET form; omits questions with a single answer. */
function FinderForm({ year, years, syllabi, specialities, filter }: Props) {
  const t = useTranslations("finder");
  const tYears = useTranslations("wizard.fields.experience_years");
  const locale = useLocale();
  const { ages, hours } = getFilterOptions(syllabi);
  const options = {
    year: years.length > 1 ? years.map(({ id, year }) => ({ value: String(id), label: year })) : [],
    age: ages.map((age) => ({ value: String(age), label: age === ADULT ? t("adult") : t("years", { age }) })),
    instrument: specialities
      .map((speciality) => ({ speciality, ...getNameIn(speciality, locale) }))
      .map(({ speciality, text, lang }) => ({ value: String(speciality.id), label: text, lang }))
      .sort((a, b) => a.label.localeCompare(b.label, locale)),
    played: played.map(({ key }) => ({ value: key, label: tYears(key) })),
    hours: hours.map((maxHours) => ({ value: String(maxHours), label: t("upTo", { hours: maxHours }) })),
  };
  const blanks = {
    year: undefined,
    age: t("anyAge"),
    instrument: t("anyInstrument"),
    played: t("never"),
    hours: t("anyHours"),
  };
  const values = { ...filter, year: year.id, played: filter.experience };
  const names = (["year", "age", "instrument", "played", "hours"] as const).filter(
    (name) => options[name].length > 0,
  );
  if (names.length === 0) return null;
  return (
    <form
      // New controls after client navigation, so that they show the new query.
      key={JSON.stringify(values)}
      action={`#${ID}`}
      className="card mb-6 grid pb-0 items-end gap-x-4 sm:grid-cols-2 lg:grid-cols-3 print:hidden"
    >
      {names.map((name) => (
        <Select
          key={name}
          id={`finder-${name}`}
          name={name}
          label={t(name)}
          blank={blanks[name]}
          options={options[name]}
          defaultValue={String(values[name] ?? "")}
        />
      ))}
      <Button variant="secondary" className="mb-6 w-full">
        <Icon d={search} />
        {t("search")}
      </Button>
    </form>
  );
}

function FinderResults({ year, syllabi, specialities, tariff, ageBy, filter }: Props) {
  const t = useTranslations("finder");
  const locale = useLocale();
  const { matching, next } = findCourses(syllabi, filter, tariff);
  const instrument = specialities.find(({ id }) => id === filter.instrument);
  const isForInstrument = ({ syllabus }: Course) => listSpecialityIds(syllabus).has(instrument?.id ?? 0);
  const { age = 0 } = filter;
  const texts = {
    age,
    instrument: instrument && matching.every(isForInstrument) ? "yes" : "no",
    speciality: () => instrument && <CatalogueName item={instrument} uncapitalised />,
  };
  const starts = year.start_school_year;
  return (
    <>
      <header className="section-head">
        <h3>{t.rich("found", { ...texts, count: matching.length })}</h3>
        {filter.age !== undefined && (
          <p className="text-small text-muted">
            {ageBy === "birthday"
              ? t("birthday", { day: formatDay(starts, locale) })
              : t("birthYear", { year: starts.slice(0, 4) })}
          </p>
        )}
      </header>
      {matching.length === 0 && (
        <p className="py-4">
          {filter.age !== undefined && filter.hours === undefined ? (
            <NoCourse age={filter.age} instrument={instrument} next={next} />
          ) : (
            t("none")
          )}
        </p>
      )}
      <CourseList
        courses={matching}
        instrument={instrument}
        minAge={age === 0 || age === ADULT ? age : undefined}
        getHref={createHref(instrument, filter.experience)}
      />
      <p className="link-row print:hidden">
        <a href={`?year=${year.id}#${ID}`}>
          <Icon d={bookOpen} />
          {t("all")}
        </a>
      </p>
    </>
  );
}

/** Starts the wizard with course, instrument and experience (families 37). */
const createHref =
  (instrument?: Speciality, experience?: number) =>
  ({ syllabus }: Course) =>
    `/enroll?course=${syllabus.id}${instrument ? `&instrument=${instrument.id}` : ""}${experience === undefined ? "" : `&played=${experience}`}`;
