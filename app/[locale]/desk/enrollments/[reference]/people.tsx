import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { type Fact, Facts, Section } from "@/components/desk/section";
import type { CorrectPart } from "@/lib/enrollment/correct/parts";
import { rowOf } from "@/lib/form/questions";
import { leaderOf } from "@/lib/form/told-together";
import type { Locale } from "@/lib/i18n/locales";
import { hasMailbox } from "@/lib/mail/addresses";
import { answerWords } from "@/lib/office/answer-words";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import type { ShownEnrollment, ShownPerson } from "@/lib/office/show";
import { personAnswered } from "@/lib/office/shown-answers";
import { ageOn, type Day, dayOf } from "@/lib/platform/dates";
import { Mark, type MarkProps } from "./mark";

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
export async function People({ enrollment, mayCorrect, list, marking, today }: Props) {
  const t = await getTranslations("desk.enrollment");
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
        <Person person={student} part="student" today={today} />
      </Section>
      {student.guardians.map(({ position, keptApart, guardian }) => (
        <Section
          key={guardian.id}
          id={`guardian-${position}`}
          title={t(position === 1 ? "guardian" : "secondGuardian")}
          correct={correct(position === 1 ? "guardian" : "second_guardian", guardian)}
        >
          <Person person={guardian} part="guardian" today={today} />
          {student.guardians.length > 1 && <Mark guardian={guardian} apart={keptApart} {...marking} />}
        </Section>
      ))}
    </>
  );
}

type PersonProps = { person: ShownPerson; part: Parameters<typeof personAnswered>[1]; today: Day };

async function Person({ person, part, today }: PersonProps) {
  const t = await getTranslations("desk.enrollment.person");
  const words = answerWords((await getLocale()) as Locale, { specialities: [], syllabi: [] });
  const told = personAnswered(person, part).map(({ field, answer }) => ({
    field,
    words: rowOf(field).words,
    value: answer === undefined ? "" : words.say(field, answer),
  }));
  const joined = await joins(
    { person, today },
    (words) => told.find((one) => one.words === words)?.value ?? "",
  );
  return (
    <Facts
      facts={[
        ...told
          .filter(({ field }) => !leaderOf(field))
          .map((one): Fact => joined[one.words] ?? { label: words.label(one.field), value: one.value }),
        {
          label: t("account"),
          value: hasMailbox(person.email) && t(person.account ? "hasAccount" : "noAccount"),
        },
      ]}
    />
  );
}

/** What is told of a person in the desk's own way, by the words of the field that leads the row. */
async function joins(
  { person, today }: Omit<PersonProps, "part">,
  said: (words: string) => string,
): Promise<Record<string, Fact>> {
  const [t, format] = [await getTranslations("desk.enrollment.person"), await getFormatter()];
  const place = [said("zip_code"), said("city")].filter(Boolean).join(" ");
  const day = (date: Date) => format.dateTime(date, { dateStyle: "long", timeZone: "UTC" });
  return {
    name: { label: t("name"), value: [said("name"), said("surname")].filter(Boolean).join(" ") },
    birth_date: {
      label: t("birthDate"),
      value:
        person.birthDate &&
        t("bornOn", { day: day(person.birthDate), age: ageOn(dayOf(person.birthDate), today) }),
    },
    document: {
      label: t("document"),
      value: said("document") && [said("document_type"), said("document")].filter(Boolean).join(": "),
    },
    email: {
      label: t("email"),
      value: hasMailbox(person.email) ? <a href={`mailto:${person.email}`}>{person.email}</a> : t("noEmail"),
    },
    phone: {
      label: t("phone"),
      value: person.phone && (
        <a href={`tel:${person.phoneCountryCode}${person.phone}`}>
          {person.phoneCountryCode} {person.phone}
        </a>
      ),
    },
    address: {
      label: t("address"),
      value: [said("address"), place, said("country")].filter(Boolean).join("\n"),
    },
  };
}
