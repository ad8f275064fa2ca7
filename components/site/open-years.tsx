import { useLocale, useTranslations } from "next-intl";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { windowOf } from "@/lib/enrollment/windows";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import type { Day } from "@/lib/platform/dates";

/** When one can enroll for each school year, and when its classes are; nothing where there is none yet. */
export function OpenYears({ years, today }: { years: SchoolYear[]; today: Day }) {
  const t = useTranslations("home");
  const locale = useLocale() as Locale;
  const say = (day: Day) => dayInWords(day, locale);

  if (years.length === 0) return null;
  return (
    <section>
      <h2 className="mb-4 font-serif text-heading font-semibold">{t("yearsTitle")}</h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {years.map((year) => (
          <li key={year.id} className="rounded-card border border-hairline bg-surface p-5">
            <h3 className="font-serif text-lead font-semibold">{t("year", { year: year.year })}</h3>
            <p className="font-semibold text-accent">{windowWords(year, today, t, say)}</p>
            <p className="text-small text-muted">
              {t(
                "classes",
                withSounds({ from: say(year.start_school_year), until: say(year.end_school_year) }),
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslations<"home">>;

function windowWords(year: SchoolYear, today: Day, t: Translate, say: (day: Day) => string): string {
  const { start_enrollment: from, end_enrollment } = year;
  const until = end_enrollment ?? year.end_school_year;
  switch (windowOf(year, today)) {
    case "not-yet":
      return t("notYet", withSounds({ from: say(from) }));
    case "over":
      return t("over", withSounds({ until: say(until) }));
    case "open":
      return end_enrollment
        ? t("openUntil", withSounds({ until: say(until) }))
        : t("open", withSounds({ from: say(from) }));
  }
}
