import { useFormatter, useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit, TextArea } from "@/components/action/fields";
import { Facts, Section } from "@/components/desk/section";
import type { openCorrections } from "@/lib/enrollment/correct/corrections";
import type { DocumentType } from "@/lib/reference/lists";

type Correction = Awaited<ReturnType<typeof openCorrections>>[number];

type Props = {
  corrections: Correction[];
  instant: (date: Date) => string;
  /** Undefined for whoever may not correct. */
  settle: { accept: FormAction; answer: FormAction } | undefined;
  words: DeskWords;
};

/** What the family asks to have corrected: the desk does it with a click, or answers. */
export function Corrections({ corrections, instant, settle, words }: Props) {
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
          <Wanted correction={correction} />
          {settle && <Ways id={correction.id} settle={settle} words={words} />}
        </div>
      ))}
    </Section>
  );
}

function Wanted({ correction }: { correction: Correction }) {
  const t = useTranslations("desk.enrollment.person");
  const documents = useTranslations("wizard.fields.documentTypes");
  const format = useFormatter();
  const { name, surname, birthDate, documentType, document } = correction;
  return (
    <Facts
      facts={[
        { label: t("name"), value: [name, surname].filter(Boolean).join(" ") },
        {
          label: t("birthDate"),
          value: birthDate && format.dateTime(birthDate, { dateStyle: "long", timeZone: "UTC" }),
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

function Ways({
  id,
  settle,
  words,
}: { id: string } & Required<Pick<Props, "words">> & { settle: NonNullable<Props["settle"]> }) {
  const t = useTranslations("desk.corrections");
  return (
    <div className="mt-2 print:hidden">
      <ActionForm name={`accept-${id}`} action={settle.accept} words={words} className="mb-4">
        <input type="hidden" name="correction" value={id} />
        <Submit look="secondary">{t("accept")}</Submit>
      </ActionForm>
      <ActionForm name={`answer-${id}`} action={settle.answer} words={words}>
        <input type="hidden" name="correction" value={id} />
        <TextArea name={`answer-${id}`} label={t("label")} hint={t("hint")} rows={3} maxLength={2000} />
        <Submit look="secondary">{t("answer")}</Submit>
      </ActionForm>
    </div>
  );
}
