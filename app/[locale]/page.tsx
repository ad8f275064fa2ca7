import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { Staff } from "@/components/site/mark";
import { OpenYears } from "@/components/site/open-years";
import { SyllabusTable } from "@/components/site/syllabus-table";
import { buttonClass } from "@/components/ui/button";
import { enrollableYears } from "@/lib/catalogue/queries";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { windowOf } from "@/lib/enrollment/windows";
import { catalogueLang } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { today } from "@/lib/school/today";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  return { title: await titled(t("title")), description: t("lead") };
}

export default orAway(async function Page() {
  const [t, snapshot, day] = await Promise.all([getTranslations("home"), catalogueSnapshot(), today()]);
  const years = enrollableYears(snapshot.schoolYears, day);
  const shown = years.find((year) => windowOf(year, day) === "open") ?? years.at(-1);
  const catalogue = shown && snapshot.byYear.get(shown.id);

  return (
    <>
      <div className="relative overflow-hidden border-b border-hairline bg-surface">
        <Staff className="absolute right-0 bottom-0 h-40 w-full text-accent opacity-40 lg:inset-y-0 lg:my-auto lg:h-48 lg:w-[calc(50%-10rem)]" />
        <div className="relative mx-auto max-w-page px-4 pt-10 pb-44 sm:px-6 lg:py-20">
          <h1 className="mb-4 max-w-column font-serif text-display font-semibold text-balance">
            {t("title")}
          </h1>
          <p className="mb-7 max-w-measure text-lead">{t("lead")}</p>
          <Link href="/enroll" prefetch={false} className={buttonClass()}>
            {t("enroll")}
          </Link>
          <p className="mt-3 max-w-measure text-small text-muted">{t("minutes")}</p>
        </div>
      </div>
      <div className="mx-auto max-w-page space-y-12 px-4 py-10 sm:px-6">
        <OpenYears years={years} today={day} />
        {catalogue && shown && (
          <>
            <SyllabusTable year={shown.year} syllabi={catalogue.syllabi.items} />
            <Specialities names={catalogue.specialities.items.map(({ name }) => name)} />
          </>
        )}
      </div>
    </>
  );
});

async function Specialities({ names }: { names: string[] }) {
  const t = await getTranslations("home");
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 font-serif text-heading font-semibold">{t("specialitiesTitle")}</h2>
      <p lang={catalogueLang(await getLocale())} className="max-w-column">
        {names.join(" · ")}
      </p>
    </section>
  );
}
