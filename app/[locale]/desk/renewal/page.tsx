import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { EmptyState } from "@/components/ui/empty-state";
import { renewal } from "@/lib/admission/renewal";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { deskYear } from "../desk-year";
import { formWords } from "../form-words";
import { NoYear } from "../no-year";
import { requireStaff } from "../session";
import { AnswersSoFar } from "./answers-so-far";
import { RenewalForm } from "./renewal-form";

/** Who goes on in a year, of those who have a place in the one before (admission 14). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/renewal">) {
  const { actor } = await requireStaff();
  const { year: wanted, said } = await searchParams;
  const { year } = await deskYear(wanted);
  if (!year) return <NoYear />;
  const [t, locale, format, words, { asks, until, mailAt, people }, { time_zone: timeZone }] =
    await Promise.all([
      getTranslations("desk.renewal"),
      getLocale() as Promise<Locale>,
      getFormatter(),
      formWords(),
      renewal(actor, year.id),
      settings(),
    ]);
  const day = until && withSounds({ day: dayInWords(until, locale) });
  const time = mailAt && format.dateTime(mailAt, { dateStyle: "long", timeStyle: "short", timeZone });
  const lead = day && !time ? t(asks ? "asksUntil" : "askedUntil", day) : t("lead");
  return (
    <DeskPage title={t("title")} caption={year.year} said={said} lead={lead}>
      {people.length === 0 ? <EmptyState>{t("nobody")}</EmptyState> : <AnswersSoFar people={people} />}
      {people.length > 0 && may(actor, "run_round") && (
        <RenewalForm
          year={year.id}
          until={until}
          coming={day && time && t("coming", { ...day, time })}
          words={words}
        />
      )}
    </DeskPage>
  );
});
