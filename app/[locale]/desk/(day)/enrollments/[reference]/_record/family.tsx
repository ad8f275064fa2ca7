import { getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { formatPlace } from "@/app/[locale]/desk/(day)/enrollments/_table/cell-text";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { Section } from "@/components/desk/section";
import { type FamilyEnrollments, listFamilyEnrollments, listOtherMessages } from "@/lib/desk/family/queries";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";
import type { Actor } from "@/lib/people/staff/permissions";

type Props = { actor: Actor; enrollment: EnrollmentRecord };

/** The student's other years with what was sent about them, and the enrollments of siblings (desk 10). */
export async function Family({ actor, enrollment }: Props) {
  const t = await getTranslations("desk.family");
  const { own, siblings } = await listFamilyEnrollments(actor, enrollment);
  return (
    <>
      {own.length > 0 && (
        <Section id="years" title={t("years")}>
          <Enrollments rows={own} />
          <OtherMessages actor={actor} rows={own} />
        </Section>
      )}
      {siblings.length > 0 && (
        <Section id="siblings" title={t("siblings")}>
          <Enrollments rows={siblings} named />
        </Section>
      )}
    </>
  );
}

type Rows = FamilyEnrollments["own"];

/** @param named they are of several children */
function Enrollments({ rows, named = false }: { rows: Rows; named?: boolean }) {
  return (
    <ul className="text-small">
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-hairline py-2"
        >
          <Link href={`/desk/enrollments/${row.reference}`}>
            {named && (
              <>
                <bdi>{[row.student.name, row.student.surname].filter(Boolean).join(" ") || "–"}</bdi>
                {" · "}
              </>
            )}
            {row.schoolYear.year}
          </Link>
          <StateBadge state={row.decidedState} />
          <span className="[overflow-wrap:anywhere]">{formatPlace(row)}</span>
        </li>
      ))}
    </ul>
  );
}

async function OtherMessages({ actor, rows }: { actor: Actor; rows: Rows }) {
  const [t, kinds, { instant }, messages] = await Promise.all([
    getTranslations("desk.family"),
    getTranslations("mailKinds"),
    getDateFormats(),
    listOtherMessages(
      actor,
      rows.map(({ id }) => id),
    ),
  ]);
  if (messages.length === 0) return null;
  return (
    <details className="text-small print:hidden">
      <summary className="inline-block min-h-target cursor-pointer py-2 text-accent underline underline-offset-4">
        {t("messages", { count: messages.length })}
      </summary>
      <ul>
        {messages.map(({ id, kind, createdAt, person, enrollment }) => (
          <li key={id} className="border-b border-hairline py-2 [overflow-wrap:anywhere]">
            {kinds(`names.${kind}`)} ·{" "}
            <bdi>{[person.name, person.surname].filter(Boolean).join(" ") || person.email}</bdi>{" "}
            <span className="text-muted">
              {instant(createdAt)}
              {enrollment && ` · ${enrollment.schoolYear.year}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
