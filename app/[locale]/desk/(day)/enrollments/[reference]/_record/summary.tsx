import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { MonthlyFee } from "@/components/desk/enrollment/monthly-fee";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { PageHeading } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { addElision } from "@/lib/i18n/format";
import type { Actor } from "@/lib/people/staff/permissions";
import { toDay } from "@/lib/platform/dates";

import { MissingFields } from "./missing";

type Props = {
  enrollment: EnrollmentRecord;
  decisions: DecisionHistory;
  student: string;
  actor: Actor;
};

export function EnrollmentSummary({ enrollment, decisions, student, actor }: Props) {
  const t = useTranslations("desk.enrollment");
  const { id, reference, state, decidedState } = enrollment;
  return (
    <header className="mb-4">
      <PageHeading
        caption={
          <>
            <span className="font-mono font-semibold text-ink">{reference}</span> ·{" "}
            <Origin enrollment={enrollment} />
            <MonthlyFee {...{ actor, enrollment }} />
          </>
        }
      >
        <bdi>{student}</bdi>
      </PageHeading>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <StateBadge state={decidedState} />
        {!enrollment.student.erasedAt && (
          <span className="max-w-measure">
            {decisions.enrollment.unnotified ? t("untold") : t(`next.${state}`)}
          </span>
        )}
        <MissingFields id={id} />
      </p>
      <ErasedNotice enrollment={enrollment} />
    </header>
  );
}

/** For an erased student: since when, and why the enrollment still exists (desk 32). */
export function ErasedNotice({ enrollment: { student } }: Pick<Props, "enrollment">) {
  const t = useTranslations("desk.enrollment.erased");
  const { date } = useDateFormats();
  if (!student.erasedAt) return null;
  return (
    <Notice tone="wait" className="mt-4">
      {t("notice", addElision({ day: date(student.erasedAt) }))}
    </Notice>
  );
}

/** Source and time, signature of a paper form, and place confirmation. */
export function Origin({ enrollment }: Pick<Props, "enrollment">) {
  const { instant, longDay } = useDateFormats();
  const t = useTranslations("desk.enrollment");
  const { state, decidedState, schoolYear, createdAt, source, apiKey, keepsPlaceAt, paper } = enrollment;
  const memberName = paper?.member?.name ?? paper?.member?.email ?? "–";
  const parts = [
    t("year", { year: schoolYear.year }),
    t(`sources.${source}`, { key: apiKey?.name ?? "", who: memberName }),
    instant(createdAt),
    paper?.signedBy &&
      t("signed", {
        by: paper.signedBy,
        day: longDay(toDay(paper.signedOn)),
      }),
    state === "accepted" &&
      decidedState === state &&
      (keepsPlaceAt
        ? t("keeps", { time: instant(keepsPlaceAt) })
        : !enrollment.student.erasedAt && t("keepsNot")),
  ];
  return parts.filter(Boolean).join(" · ");
}
