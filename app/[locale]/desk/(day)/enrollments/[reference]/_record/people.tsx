import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats, useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { Icon } from "@/components/ui/icons/icon";
import { pencil } from "@/components/ui/icons/paths";
import { DescriptionList, type Fact, Section } from "@/components/ui/section";
import type { CorrectPart } from "@/lib/desk/correction/queries";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { createAnswerLabels, listPersonAnswers } from "@/lib/desk/record/answer-labels";
import type { EnrollmentRecord, RecordPerson } from "@/lib/desk/record/queries";
import type { readGuardianMarks } from "@/lib/desk/record/verbs";
import { Link } from "@/lib/i18n/navigation";
import { isDeliverable } from "@/lib/mail/addresses";
import { type Day, getAge, toDay } from "@/lib/platform/dates";
import { getField, getRowField } from "@/lib/wizard/questions";

type Props = {
  enrollment: EnrollmentRecord;
  canCorrect: boolean;
  /** Query of the list that the enrollment was opened from. */
  list: string | undefined;
  /** For enrollments with two guardians. */
  marks: Omit<GuardianMarkProps, "guardian" | "isApart">;
  /** Today in the school's time zone, for ages. */
  today: Day;
};

export async function People({ enrollment, canCorrect, list, marks, today }: Props) {
  const t = await getTranslations("desk.enrollment");
  const { student } = enrollment;
  const renderCorrectLink = (part: CorrectPart, title: string, person: RecordPerson) =>
    canCorrect && !person.erasedAt && <CorrectLink {...{ enrollment, part, title, list }} />;
  const title = t(student.guardians.length > 0 ? "minorStudent" : "adultStudent");
  return (
    <>
      <Section id="student" title={title} action={renderCorrectLink("student", title, student)}>
        <Person person={student} part="student" today={today} />
      </Section>
      {student.guardians.map(({ position, keptApart, guardian }) => (
        <Section
          key={guardian.id}
          id={`guardian-${position}`}
          title={t(position === 1 ? "guardian" : "secondGuardian")}
          action={renderCorrectLink(
            position === 1 ? "guardian" : "second_guardian",
            t(position === 1 ? "guardian" : "secondGuardian"),
            guardian,
          )}
        >
          <Person person={guardian} part="guardian" today={today} />
          {student.guardians.length > 1 && (
            <GuardianMark guardian={guardian} isApart={keptApart} {...marks} />
          )}
        </Section>
      ))}
    </>
  );
}

type CorrectLinkProps = Pick<Props, "enrollment" | "list"> & { part: CorrectPart; title: string };

/** Link to the correction of a part; none for an erased student. */
export function CorrectLink({ enrollment: { reference, student }, part, title, list }: CorrectLinkProps) {
  const t = useTranslations("desk.enrollment");
  if (student.erasedAt) return null;
  return (
    <Link href={getEnrollmentUrl(reference, list, { below: `/correct/${part}` })} className="print:hidden">
      <Icon d={pencil} />
      {t("correct")}
      <span className="sr-only">: {title}</span>
    </Link>
  );
}

type PersonProps = { person: RecordPerson; part: Parameters<typeof listPersonAnswers>[1]; today: Day };

async function Person({ person, part, today }: PersonProps) {
  const t = await getTranslations("desk.enrollment.person");
  const labels = createAnswerLabels(await getLocale(), { specialities: [], syllabi: [] });
  const facts = listPersonAnswers(person, part).map(({ field, answer }) => ({
    field,
    text: getField(field).textKey,
    value: answer === undefined ? "" : labels.format(field, answer),
  }));
  const rows = await combineRows({ person, today }, facts);
  return (
    <DescriptionList
      rows={[
        ...facts
          .filter(({ field }) => !getRowField(field))
          .map(({ field, text, value }): Fact => rows[text] ?? { label: labels.label(field), value }),
        {
          label: t("account"),
          value: isDeliverable(person.email) && t(person.account ? "hasAccount" : "noAccount"),
        },
      ]}
    />
  );
}

/** Rows that combine several fields, by the label's field. */
async function combineRows(
  { person, today }: Omit<PersonProps, "part">,
  facts: { text: string; value: string }[],
): Promise<Record<string, Fact>> {
  const text = (key: string) => facts.find(({ text }) => text === key)?.value ?? "";
  const [t, { longDay }] = await Promise.all([getTranslations("desk.enrollment.person"), getDateFormats()]);
  const place = [text("zip_code"), text("city")].filter(Boolean).join(" ");
  const birthDate = person.birthDate && toDay(person.birthDate);
  return {
    name: { label: t("name"), value: [text("name"), text("surname")].filter(Boolean).join(" ") },
    birth_date: {
      label: t("birthDate"),
      value: birthDate && t("bornOn", { day: longDay(birthDate), age: getAge(birthDate, today) }),
    },
    document: {
      label: t("document"),
      value: text("document") && [text("document_type"), text("document")].filter(Boolean).join(": "),
    },
    email: {
      label: t("email"),
      value: isDeliverable(person.email) ? (
        <a href={`mailto:${person.email}`}>{person.email}</a>
      ) : (
        !person.erasedAt && t("noEmail")
      ),
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
      value: [text("address"), place, text("country")].filter(Boolean).join("\n"),
    },
  };
}

type GuardianMarkProps = {
  guardian: { id: string };
  isApart: boolean;
  marks: Awaited<ReturnType<typeof readGuardianMarks>>;
  canMark: boolean;
};

/** "Do not inform the other guardian": since when, by whom and why (desk 13). */
function GuardianMark({ guardian: { id }, isApart, marks, canMark }: GuardianMarkProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mark");
  const savedForm = useSavedFormName();
  const mark = marks.get(id);
  const field = `reason-${id}`;
  return (
    <div className="mt-2 text-small">
      {isApart && (
        <p className="border-l-4 border-danger bg-tint px-4 py-2 whitespace-pre-line [overflow-wrap:anywhere]">
          {t("apart")}
          {mark &&
            ` ${t("by", { who: mark.author ?? t("command"), time: instant(mark.at), why: mark.reason })}`}
        </p>
      )}
      {canMark && (
        <details open={savedForm === `mark-${id}`} className="print:hidden">
          <summary className="inline-block min-h-target cursor-pointer py-2 text-accent underline underline-offset-4">
            {t(isApart ? "end" : "begin")}
          </summary>
          <p className="mb-4 max-w-measure">{t(isApart ? "endLead" : "beginLead")}</p>
          <DeskForm name={`mark-${id}`} verb="guardian_kept_apart">
            <input type="hidden" name="guardian" value={id} />
            <input type="hidden" name="apart" value={isApart ? "no" : "yes"} />
            <TextAreaField name={field} label={t("reason")} hint={t("hint")} rows={2} maxLength={2000} />
            <SubmitButton variant="secondary">{t(isApart ? "end" : "begin")}</SubmitButton>
          </DeskForm>
        </details>
      )}
    </div>
  );
}
