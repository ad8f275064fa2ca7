import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { answerSections } from "@/components/form/answer-cards";
import { CheckAnswers } from "@/components/form/check-answers";
import { Column, Title } from "@/components/site/page";
import { dayIn } from "@/lib/dates";
import { type SentEnrollment, sentEnrollment } from "@/lib/family/sent";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { settings } from "@/lib/school/settings";
import { requirePerson } from "../../session-cookie";
import { sentData } from "./sent-data";

export const metadata: Metadata = { robots: { index: false } };

/** Everything that was sent, to be read again and printed. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]">) {
  const personId = await requirePerson();
  const sent = await sentEnrollment(personId, (await params).reference, new Date());
  if (!sent) return <NoSuchPage />;

  const [t, words, locale, { time_zone }] = await Promise.all([
    getTranslations("account"),
    getTranslations("wizard"),
    getLocale() as Promise<Locale>,
    settings(),
  ]);
  const { steps, answers, student, year, reference, createdAt } = sent;
  const data = await sentData(sent, locale);
  return (
    <Column>
      <PageTitle>{t("answers.title")}</PageTitle>
      <p className="mb-4 print:hidden">
        <Link href="/account" prefetch={false} className="inline-flex min-h-target items-center">
          {t("back")}
        </Link>
      </p>
      <Title caption={t("answers.caption", { student, year, reference })}>{t("answers.title")}</Title>
      <p className="mb-6 max-w-measure">
        {t("answers.sent", { day: dayInWords(dayIn(time_zone, createdAt), locale) })}
      </p>
      <CheckAnswers sections={forReader(sent, answerSections(steps, { t: words, locale, answers, data }))} />
    </Column>
  );
});

type Sections = ReturnType<typeof answerSections>;

/** Advice is for who can still change an answer; what the reader may not see is not called "not given". */
const forReader = ({ part }: SentEnrollment, sections: Sections): Sections =>
  sections.map(({ title, cards }) => ({
    title,
    cards: cards.map(({ rows, blank, ...card }) => ({
      ...card,
      rows: rows.map(({ advice, ...row }) => row),
      blank: part === "guardian" ? [] : blank,
    })),
  }));
