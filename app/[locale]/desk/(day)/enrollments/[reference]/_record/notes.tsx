import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";

type Props = {
  notes: EnrollmentRecord["notes"];
  mayAdd: boolean;
};

/** Internal notes, newest first (desk 16). */
export function Notes({ notes, mayAdd }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.notes");
  return (
    <Section id="notes" title={t("title")}>
      {mayAdd && (
        <DeskForm name="note" verb="noted" className="print:hidden">
          <TextAreaField name="note" rows={3} label={t("label")} hint={t("hint")} />
          <div className="-mt-3 mb-5">
            <SubmitButton look="secondary">{t("submit")}</SubmitButton>
          </div>
        </DeskForm>
      )}
      {notes.length === 0 && <p className="text-small text-muted">{t("none")}</p>}
      <ul>
        {notes.map(({ id, text, createdAt, member }) => (
          <li key={id} className="break-inside-avoid border-b border-hairline py-3 text-small">
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
            <p className="text-muted">
              <bdi>{member.name ?? member.email}</bdi> · {instant(createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
