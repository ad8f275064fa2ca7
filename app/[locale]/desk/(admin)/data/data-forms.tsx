import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { CheckboxField, OtherPersonEmailField, SelectField, SubmitButton } from "@/components/forms/fields";
import { Icon } from "@/components/ui/icons/icon";
import { trash } from "@/components/ui/icons/paths";

export function NoteRequestForm() {
  const t = useTranslations("desk.data");
  const kinds = (["access", "erasure"] as const).map((value) => ({ value, label: t(`kinds.${value}`) }));
  return (
    <section aria-labelledby="note-title" className="card">
      <h2 id="note-title" className="mb-2">
        {t("note")}
      </h2>
      <p className="mb-5 text-small text-muted">{t("noteLead")}</p>
      <DeskForm name="note" verb="access_noted">
        <OtherPersonEmailField name="email" label={t("email")} />
        <SelectField name="kind" label={t("kind")} options={kinds} defaultValue="access" />
        <SubmitButton>{t("noteSubmit")}</SubmitButton>
      </DeskForm>
    </section>
  );
}

export function EraseForm({ id, onlyGuardianOf }: { id: number; onlyGuardianOf: string[] }) {
  const t = useTranslations("desk.data");
  return (
    <DeskForm name="erase" verb="erased" className="mb-9 max-w-column">
      <p className="mb-3">{t("goesNow")}</p>
      <p className="mb-6">{t("stays")}</p>
      <input type="hidden" name="request" value={id} />
      {onlyGuardianOf.length > 0 && (
        <CheckboxField name="children" label={t("children", { references: onlyGuardianOf.join(", ") })} />
      )}
      <CheckboxField name="sure" label={t("sure")} />
      <SubmitButton variant="final">
        <Icon d={trash} />
        {t("erase")}
      </SubmitButton>
    </DeskForm>
  );
}

/** Answered, or rejected outside of this service. */
export function SettleForm({ id, kind }: { id: number; kind: "access" | "erasure" }) {
  const t = useTranslations("desk.data");
  const outcomes = kind === "access" ? (["done", "refused"] as const) : (["refused"] as const);
  return outcomes.map((outcome) => (
    <DeskForm key={outcome} name={`settle-${outcome}`} verb="request_done" className="mb-4">
      <input type="hidden" name="request" value={id} />
      <input type="hidden" name="outcome" value={outcome} />
      <SubmitButton variant="secondary">{t(`settle.${outcome}`)}</SubmitButton>
    </DeskForm>
  ));
}
