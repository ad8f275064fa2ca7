import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { DescriptionList, Section } from "@/components/ui/section";
import type { listCorrectionRequests } from "@/lib/desk/correction/verbs";
import { toDay } from "@/lib/platform/dates";
import type { DocumentType } from "@/lib/reference/values";

type Correction = Awaited<ReturnType<typeof listCorrectionRequests>>[number];

type Props = {
  corrections: Correction[];
  canCorrect: boolean;
};

/** Accepted with one click, or answered. */
export function CorrectionRequests({ corrections, canCorrect }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.corrections");
  if (corrections.length === 0) return null;
  return (
    <Section id="corrections" title={t("title")}>
      {corrections.map((correction) => (
        <div key={correction.id} className="mb-6">
          <p className="mb-1 text-small text-muted">
            {t("of", {
              name: [correction.person.name, correction.person.surname].filter(Boolean).join(" "),
              time: instant(correction.createdAt),
            })}
          </p>
          <RequestedValues correction={correction} />
          {canCorrect && <RequestForms id={correction.id} />}
        </div>
      ))}
    </Section>
  );
}

function RequestedValues({ correction }: { correction: Correction }) {
  const t = useTranslations("desk.enrollment.person");
  const documents = useTranslations("wizard.fields.documentTypes");
  const { longDay } = useDateFormats();
  const { name, surname, birthDate, documentType, document } = correction;
  return (
    <DescriptionList
      rows={[
        { label: t("name"), value: [name, surname].filter(Boolean).join(" ") },
        {
          label: t("birthDate"),
          value: birthDate && longDay(toDay(birthDate)),
        },
        {
          label: t("document"),
          value:
            document && `${documentType ? `${documents(documentType as DocumentType)}: ` : ""}${document}`,
        },
      ]}
    />
  );
}

function RequestForms({ id }: { id: string }) {
  const t = useTranslations("desk.corrections");
  return (
    <div className="mt-2 print:hidden">
      <DeskForm name={`accept-${id}`} verb="correction_declined" className="mb-4">
        <input type="hidden" name="correction" value={id} />
        <SubmitButton variant="secondary">{t("accept")}</SubmitButton>
      </DeskForm>
      <DeskForm name={`answer-${id}`} verb="correction_declined">
        <input type="hidden" name="correction" value={id} />
        <TextAreaField name={`answer-${id}`} label={t("label")} hint={t("hint")} rows={3} maxLength={2000} />
        <SubmitButton variant="secondary">{t("answer")}</SubmitButton>
      </DeskForm>
    </div>
  );
}
