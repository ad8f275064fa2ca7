import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ageOn, type Day, dayOf } from "@/lib/dates";
import type { CorrectPart } from "@/lib/desk/correct/parts";
import { enrollmentAddress } from "@/lib/desk/enrollment-address";
import type { ShownEnrollment, ShownPerson } from "@/lib/desk/show";
import { hasMailbox } from "@/lib/mail/addresses";
import type { DocumentType } from "@/lib/reference/lists";
import { Mark, type MarkProps } from "./mark";
import { Facts, Section } from "./section";

type Props = {
  enrollment: ShownEnrollment;
  mayCorrect: boolean;
  /** The list that it was opened from. */
  list: string | undefined;
  /** Who is kept apart from whom, where there are two guardians. */
  marking: Omit<MarkProps, "guardian" | "apart">;
  /** The school's day, by which ages are told. */
  today: Day;
};

/** The student, and who enrolled them, as they were given in the form. */
export function People({ enrollment, mayCorrect, list, marking, today }: Props) {
  const t = useTranslations("desk.enrollment");
  const { reference, student } = enrollment;
  const correct = (part: CorrectPart, { erasedAt }: ShownPerson) =>
    mayCorrect && !erasedAt && !student.erasedAt
      ? { href: enrollmentAddress(reference, list, { below: `/correct/${part}` }), words: t("correct") }
      : undefined;
  const minor = student.guardians.length > 0;
  return (
    <>
      <Section
        id="student"
        title={t(minor ? "minorStudent" : "adultStudent")}
        correct={correct("student", student)}
      >
        <Person person={student} today={today} />
      </Section>
      {student.guardians.map(({ position, keptApart, guardian }) => (
        <Section
          key={guardian.id}
          id={`guardian-${position}`}
          title={t(position === 1 ? "guardian" : "secondGuardian")}
          correct={correct(position === 1 ? "guardian" : "second_guardian", guardian)}
        >
          <Person person={guardian} today={today} />
          {student.guardians.length > 1 && <Mark guardian={guardian} apart={keptApart} {...marking} />}
        </Section>
      ))}
    </>
  );
}

function Person({ person, today }: { person: ShownPerson; today: Day }) {
  const t = useTranslations("desk.enrollment.person");
  const documents = useTranslations("wizard.fields.documentTypes");
  const format = useFormatter();
  const locale = useLocale();
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const place = [person.zipCode, person.city].filter(Boolean).join(" ");
  const country = person.country && (countries.of(person.country.toUpperCase()) ?? person.country);
  const mailbox = hasMailbox(person.email);
  return (
    <Facts
      facts={[
        { label: t("name"), value: [person.name, person.surname].filter(Boolean).join(" ") },
        {
          label: t("birthDate"),
          value:
            person.birthDate &&
            t("bornOn", {
              day: format.dateTime(person.birthDate, { dateStyle: "long", timeZone: "UTC" }),
              age: ageOn(dayOf(person.birthDate), today),
            }),
        },
        {
          label: t("document"),
          value:
            person.document &&
            `${person.documentType ? `${documents(person.documentType as DocumentType)}: ` : ""}${person.document}`,
        },
        {
          label: t("email"),
          value: mailbox ? <a href={`mailto:${person.email}`}>{person.email}</a> : t("noEmail"),
        },
        {
          label: t("phone"),
          value: person.phone && (
            <a href={`tel:${person.phoneCountryCode}${person.phone}`}>
              {person.phoneCountryCode} {person.phone}
            </a>
          ),
        },
        { label: t("address"), value: [person.address, place, country].filter(Boolean).join("\n") },
        { label: t("account"), value: mailbox && t(person.account ? "hasAccount" : "noAccount") },
      ]}
    />
  );
}
