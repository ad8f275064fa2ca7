import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { AnnouncedRounds } from "@/app/[locale]/_lib/announced-rounds";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { CourseFinder } from "@/app/[locale]/(site)/course-finder";
import { withOpenGraph } from "@/app/open-graph";
import { CatalogueName } from "@/components/courses/catalogue-name";
import {
  FamilyDrawing,
  type PictureSource,
  SpecialityPicture,
} from "@/components/courses/speciality-picture";
import { MusicStaff } from "@/components/layout/product-logo";
import { EnrollmentPeriodStrip } from "@/components/site/enrollment-periods";
import { EntryLinks } from "@/components/wizard/entry-links";
import { getTariff } from "@/lib/catalogue/course-price";
import { parseCourseFilter } from "@/lib/catalogue/find-courses";
import { getInstrumentFamily, instrumentFamilies } from "@/lib/catalogue/instrument-family";
import { getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import type { CatalogueSpeciality, Speciality } from "@/lib/catalogue/schema";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { Link } from "@/lib/i18n/navigation";
import { createPictureLookup } from "@/lib/school/pictures";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import { createFormFlow } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { createEmptyDraft } from "@/lib/wizard/drafts/writes";
import { getSignedInPersonId } from "../(account)/_lib/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  return withOpenGraph({ title: await withSchoolName(t("title")), description: t("lead") });
}

export default withUnavailablePage(async function Page({ searchParams }: PageProps<"/[locale]">) {
  const [t, snapshot, day, { course_age, price_period }, query] = await Promise.all([
    getTranslations("home"),
    getCatalogueSnapshot(),
    getSchoolToday(),
    getSettings(),
    searchParams,
  ]);
  const years = listEnrollableYears(snapshot.schoolYears, day);
  const open = years.filter((year) => getEnrollmentWindow(year, day) === "open");
  // While two years are open, most visitors need the later one.
  const shownYear = open.find(({ id }) => String(id) === query.year) ?? open.at(-1) ?? years.at(-1);
  const catalogue = shownYear && snapshot.byYear.get(shownYear.id);
  const syllabi = catalogue?.syllabi.items ?? [];
  const specialities = catalogue?.specialities.items ?? [];

  return (
    <>
      <Hero title={t("title")} intro={t("lead")} />
      <EnrollmentStart />
      <EnrollmentPeriodStrip years={years} today={day} />
      <AnnouncedRounds className="wrap pt-8" />
      {shownYear && (
        <div className="wrap space-y-16 pt-14">
          <CourseFinder
            year={shownYear}
            years={open}
            syllabi={syllabi}
            specialities={specialities}
            tariff={getTariff(shownYear, price_period)}
            ageBy={course_age}
            filter={parseCourseFilter(query, syllabi, specialities)}
          />
          <Specialities year={shownYear.id} specialities={specialities} />
        </div>
      )}
    </>
  );
});

const Hero = ({ title, intro }: Record<"title" | "intro", string>) => (
  <div className="brand-block">
    <div className="wrap grid items-center gap-x-10 gap-y-8 pt-10 pb-20 lg:grid-cols-2 lg:pt-14 lg:pb-24">
      <div>
        <h1 className="max-w-[8em] text-display">{title}</h1>
        <p className="mt-6 max-w-[22em] text-lead text-on-brand-muted">{intro}</p>
      </div>
      <MusicStaff className="h-64 w-full max-lg:hidden" />
    </div>
  </div>
);

/** Enrollment buttons, overlapping the brand block (families 36). */
async function EnrollmentStart() {
  const [school, personId] = await Promise.all([getFormSchool(), getSignedInPersonId()]);
  const [firstStep] = createFormFlow(createEmptyDraft(), school).steps;
  const isOpen = school.openYears.length > 0;
  return (
    <div className="wrap relative -mt-9 mb-8">
      <EntryLinks
        startHref={personId ? "/enroll" : `/enroll/${firstStep}`}
        isOpen={isOpen}
        isSignedIn={personId !== undefined}
        inline
      />
    </div>
  );
}

/** Links to the course finder. */
async function Specialities({ year, specialities }: { year: number; specialities: CatalogueSpeciality[] }) {
  const [t, locale] = await Promise.all([getTranslations("home"), getLocale()]);
  if (specialities.length === 0) return null;
  return (
    <section>
      <h2 className="mb-4">{t("specialitiesTitle")}</h2>
      <InstrumentFamilies
        specialities={specialities}
        findPicture={await createPictureLookup(locale)}
        toHref={({ id }) => `/?year=${year}&instrument=${id}#courses`}
      />
    </section>
  );
}

type Props = {
  specialities: CatalogueSpeciality[];
  findPicture: (speciality: Speciality) => PictureSource | undefined;
  toHref: (speciality: Speciality) => string;
};

function InstrumentFamilies({ specialities, findPicture, toHref }: Props) {
  const t = useTranslations("home");
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {instrumentFamilies.map((family) => {
        const members = specialities.filter(({ name }) => getInstrumentFamily(name) === family);
        return (
          members.length > 0 && (
            <li key={family} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
              <FamilyDrawing family={family} className="size-16" />
              <div>
                <h3>{t(`families.${family}`)}</h3>
                <ul className="flex flex-wrap gap-x-4">
                  {members.map((speciality) => (
                    <li key={speciality.id}>
                      <Link href={toHref(speciality)} className="inline-flex min-h-target items-center gap-2">
                        {findPicture(speciality) && (
                          <SpecialityPicture
                            picture={findPicture(speciality)}
                            name={speciality.name}
                            className="size-8"
                          />
                        )}
                        <CatalogueName item={speciality} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          )
        );
      })}
    </ul>
  );
}
