import { getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton } from "@/components/forms/fields";

type Props = {
  reference: string;
  criterion: string;
  label: string;
  /** The current result. */
  currentState?: string | undefined;
};

/** Confirms or rejects a claim. */
export async function ClaimCheckForms({ reference, criterion, label, currentState }: Props) {
  const t = await getTranslations("desk.round.merits");
  const states = (["checked", "refused"] as const).filter((state) => state !== currentState);
  return (
    <div className="flex flex-wrap gap-3">
      {states.map((state) => (
        <DeskForm key={state} name={`merit-${state}-${reference}-${criterion}`} verb="merit_checked">
          <input type="hidden" name="reference" value={reference} />
          <input type="hidden" name="criterion" value={criterion} />
          <input type="hidden" name="state" value={state} />
          <SubmitButton variant="secondary">
            {t(state)} <span className="sr-only">{`${label}, ${reference}`}</span>
          </SubmitButton>
        </DeskForm>
      ))}
    </div>
  );
}
