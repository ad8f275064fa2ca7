import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { getDateFormats, useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { ContactLinks } from "@/app/[locale]/desk/(day)/enrollments/_pane/pane-family";
import { formatPlace } from "@/app/[locale]/desk/(day)/enrollments/_table/cell-text";
import { Mails } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/mails";
import { DeskPage } from "@/components/desk/desk-page";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { StudentName } from "@/components/desk/enrollment/student-link";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { DescriptionList, Section } from "@/components/ui/section";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { readStudentRecord } from "@/lib/desk/record/queries";
import type { EnrollmentRow } from "@/lib/desk/rows/queries";
import { Link } from "@/lib/i18n/navigation";
import { getAge, toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

type StudentRecord = NonNullable<Awaited<ReturnType<typeof readStudentRecord>>>;

/** One student: enrollments of all years, siblings and messages. */
export default defineDeskPage("read", "desk.person", async ({ actor, t, params }) => {
  const student = await readStudentRecord(actor, params.id ?? "", new Date());
  if (!student) return;
  const { enrollments, siblings, messages, guardians } = student;
  const name =
    [student.name, student.surname].filter(Boolean).join(" ") ||
    (await getTranslations("desk.enrollment.erased"))("name");
  return (
    <DeskPage title={name} caption={t("caption")}>
      <Section id="student" title={t("student")}>
        <Contact student={student} />
      </Section>
      <Section id="enrollments" title={t("enrollments")}>
        <StudentEnrollments caption={t("enrollments")} enrollments={enrollments} />
      </Section>
      {guardians.length > 0 && (
        <Section id="siblings" title={t("siblings")}>
          {siblings.length > 0 ? (
            <StudentEnrollments caption={t("siblings")} enrollments={siblings} withNames />
          ) : (
            <p className="text-small text-muted">{t("noSiblings")}</p>
          )}
        </Section>
      )}
      <Mails messages={messages} student={student} canResend={false} />
    </DeskPage>
  );
});

async function Contact({ student }: { student: StudentRecord }) {
  const t = await getTranslations("desk");
  const { longDay } = await getDateFormats();
  const { guardians } = student;
  const birthDate = student.birthDate && toDay(student.birthDate);
  const today = await getSchoolToday();
  return (
    <DescriptionList
      rows={[
        {
          label: t("enrollment.person.birthDate"),
          value:
            birthDate &&
            t("enrollment.person.bornOn", { day: longDay(birthDate), age: getAge(birthDate, today) }),
        },
        ...(guardians.length === 0
          ? [{ label: t("person.contact"), value: <ContactLinks person={student} /> }]
          : guardians.map(({ position, guardian, keptApart }) => ({
              label: t(position === 1 ? "enrollment.guardian" : "enrollment.secondGuardian"),
              value: (
                <>
                  <bdi>{[guardian.name, guardian.surname].filter(Boolean).join(" ")}</bdi>
                  <ContactLinks person={guardian} />
                  {keptApart && <span className="block text-wait">{t("mark.apart")}</span>}
                </>
              ),
            }))),
      ]}
    />
  );
}

type StudentEnrollmentsProps = {
  caption: string;
  enrollments: EnrollmentRow[];
  /** Shows names. */
  withNames?: boolean;
};

/** Newest first. */
function StudentEnrollments({ caption, enrollments, withNames }: StudentEnrollmentsProps) {
  const t = useTranslations("desk.list");
  const { date } = useDateFormats();
  const columns = [...(withNames ? ["student" as const] : []), "year", "state", "place", "sent"] as const;
  return (
    <DataTable caption={caption} columns={columns.map((key) => ({ key, label: t(`columns.${key}`) }))}>
      {enrollments.map((row) => (
        <TableRow key={row.id}>
          {withNames && (
            <TableRowHeader>
              <Link href={`/desk/people/${row.student.id}`} prefetch={false}>
                <StudentName name={[row.student.name, row.student.surname].filter(Boolean).join(" ")} />
              </Link>
            </TableRowHeader>
          )}
          <TableCell data-label={t("columns.year")}>
            {row.schoolYear.year}{" "}
            <Link href={getEnrollmentUrl(row.reference, undefined)} prefetch={false} className="font-mono">
              {row.reference}
            </Link>
          </TableCell>
          <TableCell data-label={t("columns.state")}>
            <StateBadge state={row.decidedState} />
            {row.decision?.status === "untold" && <span className="text-muted"> · {t("untold")}</span>}
          </TableCell>
          <TableCell data-label={t("columns.place")}>{formatPlace(row)}</TableCell>
          <TableCell data-label={t("columns.sent")}>{date(row.createdAt)}</TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}
