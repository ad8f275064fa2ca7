import { getFormatter, getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { DescriptionList, Section } from "@/components/ui/section";
import { readStudentRecord, type StudentRecord } from "@/lib/desk/person/queries";
import { getAge, toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { ContactLinks } from "../../enrollments/_pane/pane-family";
import { SentMessages } from "./sent-messages";
import { StudentEnrollments } from "./student-enrollments";

/** One student: enrollments of all years, siblings and messages. */
export default defineDeskPage("read", "desk.person", async ({ actor, t, params }) => {
  const student = await readStudentRecord(actor, params.id ?? "", new Date());
  if (!student) return;
  const { enrollments, siblings, messages, guardians } = student;
  const name = [student.name, student.surname].filter(Boolean).join(" ") || "–";
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
            <StudentEnrollments caption={t("siblings")} enrollments={siblings} named />
          ) : (
            <p className="text-small text-muted">{t("noSiblings")}</p>
          )}
        </Section>
      )}
      <SentMessages messages={messages} people={[student, ...guardians.map(({ guardian }) => guardian)]} />
    </DeskPage>
  );
});

async function Contact({ student }: { student: StudentRecord }) {
  const t = await getTranslations("desk");
  const format = await getFormatter();
  const { birthDate, guardians } = student;
  const today = await getSchoolToday();
  return (
    <DescriptionList
      rows={[
        {
          label: t("enrollment.person.birthDate"),
          value:
            birthDate &&
            t("enrollment.person.bornOn", {
              day: format.dateTime(birthDate, { dateStyle: "long", timeZone: "UTC" }),
              age: getAge(toDay(birthDate), today),
            }),
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
