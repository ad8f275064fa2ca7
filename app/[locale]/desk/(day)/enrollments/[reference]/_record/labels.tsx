import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";

type Props = {
  labels: { label: { id: number; name: string } }[];
  suggestions: { id: number; name: string }[];
  canAdd: boolean;
};

/** Labels (desk 16). */
export function Labels({ labels, suggestions, canAdd }: Props) {
  const t = useTranslations("desk.labels");
  return (
    <Section id="labels" title={t("title")}>
      {labels.length === 0 && <p className="mb-4 text-small text-muted">{t("none")}</p>}
      <ul className="mb-4 flex flex-wrap gap-2 empty:hidden">
        {labels.map(({ label: { id, name } }) => (
          <li key={id} className="flex max-w-full items-center rounded-control bg-tint text-small">
            <span className="min-w-0 px-3 py-1.5 [overflow-wrap:anywhere]">{name}</span>
            {canAdd && (
              <DeskForm name={`unlabel-${id}`} verb="unlabelled" className="print:hidden">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  className="min-h-target min-w-target cursor-pointer px-2 text-lead leading-none text-accent hover:text-danger"
                >
                  <span aria-hidden="true">×</span>
                  <span className="sr-only">{t("remove", { name })}</span>
                </button>
              </DeskForm>
            )}
          </li>
        ))}
      </ul>
      {canAdd && (
        <DeskForm name="label" verb="labelled" className="print:hidden">
          <LabelField labels={suggestions} />
          <div className="-mt-3">
            <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
          </div>
        </DeskForm>
      )}
    </Section>
  );
}

type LabelFieldProps = { labels: Props["suggestions"]; defaultValue?: string | undefined };

/** A label's name, with the known labels as suggestions. */
export function LabelField({ labels, defaultValue }: LabelFieldProps) {
  const t = useTranslations("desk.labels");
  return (
    <>
      <TextField
        name="label"
        label={t("label")}
        hint={t("hint")}
        maxLength={40}
        list="known-labels"
        autoComplete="off"
        defaultValue={defaultValue}
      />
      <datalist id="known-labels">
        {labels.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}
