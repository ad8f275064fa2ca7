import { useFormatter, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { PageHeading } from "@/components/layout/page-column";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";

import { Missing } from "./missing";

type Props = { enrollment: EnrollmentRecord; student: string };

/** Who, which reference, how it stands, and what comes next. */
export function EnrollmentSummary({ enrollment, student }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.enrollment");
  const { reference, state, decidedState, schoolYear, createdAt, source, apiKey, keepsPlaceAt, paper } =
    enrollment;
  const format = useFormatter();
  return (
    <header className="mb-8 print:mb-4">
      <PageHeading
        caption={
          <>
            <span className="font-mono font-semibold text-ink">{reference}</span> ·{" "}
            {t("year", { year: schoolYear.year })} ·{" "}
            {t(`sources.${source}`, { key: apiKey?.name ?? "", who: whoTyped(enrollment) })} ·{" "}
            {instant(createdAt)}
          </>
        }
      >
        <bdi>{student}</bdi>
      </PageHeading>
      {paper && (
        <p className="mb-2 text-small [overflow-wrap:anywhere]">
          {t("signed", {
            by: paper.signedBy,
            day: format.dateTime(paper.signedOn, { dateStyle: "long", timeZone: "UTC" }),
          })}
        </p>
      )}
      <p className="mb-2 text-small print:hidden">
        <Link href={`/desk/people/${enrollment.studentId}`} prefetch={false}>
          {t("everything")}
        </Link>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <StateBadge state={decidedState} />
        <span className="max-w-measure">{decidedState === state ? t(`next.${state}`) : t("untold")}</span>
        <Missing id={enrollment.id} />
      </p>
      {state === "accepted" && decidedState === state && (
        <p className="mt-2 text-small">
          {keepsPlaceAt ? t("keeps", { time: instant(keepsPlaceAt) }) : t("keepsNot")}
        </p>
      )}
    </header>
  );
}

const whoTyped = ({ paper }: EnrollmentRecord) => paper?.member?.name ?? paper?.member?.email ?? "–";
