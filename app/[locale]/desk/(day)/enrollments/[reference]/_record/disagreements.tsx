import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";

type Props = {
  enrollment: EnrollmentRecord;
  maySettle: boolean;
};

/** Guardians' objections and how they were settled. */
export function Disagreements({ enrollment, maySettle }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.disagreements");
  const { disagreements, student } = enrollment;
  const denied = student.guardians.filter(({ deniedAt }) => deniedAt !== null);
  if (disagreements.length === 0 && denied.length === 0) return null;
  return (
    <Section id="disagreements" title={t("title")}>
      {denied.map(({ guardian }) => (
        <p key={guardian.id} className="mb-3 text-small">
          {t("denied", { name: nameOf(guardian) })}
        </p>
      ))}
      <ul>
        {disagreements.map(({ id, words: said, createdAt, settledAt, settlement, guardian }) => (
          <li key={id} className="mb-4 text-small">
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{said}</p>
            <p className="text-muted">{t("by", { name: nameOf(guardian), time: instant(createdAt) })}</p>
            {settledAt && (
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">
                {t("settled", { time: instant(settledAt), text: settlement ?? "" })}
              </p>
            )}
            {!settledAt && maySettle && (
              <DeskForm name={`settle-${id}`} verb="disagreement_settled" className="mt-3 print:hidden">
                <input type="hidden" name="disagreement" value={id} />
                <TextAreaField
                  name={`settlement-${id}`}
                  label={t("label")}
                  hint={t("hint")}
                  rows={3}
                  maxLength={2000}
                />
                <SubmitButton look="secondary">{t("submit")}</SubmitButton>
              </DeskForm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const nameOf = ({ name, surname, email }: { name: string | null; surname: string | null; email: string }) =>
  [name, surname].filter(Boolean).join(" ") || email;
