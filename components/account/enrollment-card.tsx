import { useLocale, useTranslations } from "next-intl";
import { type Day, dayIn } from "@/lib/dates";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";

type Props = {
  enrollment: {
    reference: string;
    state: "pending" | "accepted" | "waiting" | "rejected" | "withdrawn";
    createdAt: Date;
    schoolYear: { year: string };
    student: { name: string | null; surname: string | null };
  };
  timeZone: string;
  /** By when the school answers what is pending. */
  answerBy: Day;
};

/** An enrollment as its family sees it: who, when, how it stands, what comes next. */
export function EnrollmentCard({ enrollment, timeZone, answerBy }: Props) {
  const t = useTranslations("account.view");
  const locale = useLocale() as Locale;
  const { reference, state, createdAt, schoolYear, student } = enrollment;
  const studentName = [student.name, student.surname].filter(Boolean).join(" ");
  const facts = [
    [t("reference"), reference],
    [t("year"), schoolYear.year],
    [t("sent"), dayInWords(dayIn(timeZone, createdAt), locale)],
    [t("state"), t(`states.${state}`)],
  ] as const;
  return (
    <article className="mb-6 rounded-card border border-hairline bg-surface p-5">
      <h3 className="mb-3 text-lead font-semibold">
        <bdi>{studentName}</bdi>
      </h3>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <h4 className="font-semibold">{t("next")}</h4>
      <p className="max-w-measure">
        {t(`nexts.${state}`, withSounds({ answerBy: dayInWords(answerBy, locale) }))}
      </p>
    </article>
  );
}
