import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { EmptyState } from "@/components/ui/empty-state";
import { renewal } from "@/lib/admission/renewal";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { may } from "@/lib/people/staff/rights";
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
  const [t, locale, words, { asks, until, people }] = await Promise.all([
    getTranslations("desk.renewal"),
    getLocale() as Promise<Locale>,
    formWords(),
    renewal(actor, year.id),
  ]);
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <DeskSaid said={said} />
      <Title caption={year.year}>{t("title")}</Title>
      <p className="mb-6 max-w-measure">
        {until
          ? t(asks ? "asksUntil" : "askedUntil", withSounds({ day: dayInWords(until, locale) }))
          : t("lead")}
      </p>
      {people.length === 0 ? <EmptyState>{t("nobody")}</EmptyState> : <AnswersSoFar people={people} />}
      {people.length > 0 && may(actor, "run_round") && (
        <RenewalForm year={year.id} until={until} count={people.length} words={words} />
      )}
    </DeskColumn>
  );
});
