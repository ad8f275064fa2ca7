import { getTranslations } from "next-intl/server";
import { Submit } from "@/components/action/fields";
import { DeskForm } from "../desk-form";
import { meritAction } from "./actions";

type Props = {
  reference: string;
  criterion: string;
  /** The criterion in words. */
  what: string;
  /** What is said of it already. */
  said?: string | undefined;
};

/** Says yes or no to what a family claims. */
export async function MeritForms({ reference, criterion, what, said }: Props) {
  const t = await getTranslations("desk.round.merits");
  const states = (["checked", "refused"] as const).filter((state) => state !== said);
  return (
    <div className="flex flex-wrap gap-3">
      {states.map((state) => (
        <DeskForm key={state} name={`merit-${state}-${reference}-${criterion}`} action={meritAction}>
          <input type="hidden" name="reference" value={reference} />
          <input type="hidden" name="criterion" value={criterion} />
          <input type="hidden" name="state" value={state} />
          <Submit look="secondary">
            {t(state)} <span className="sr-only">{`${what}, ${reference}`}</span>
          </Submit>
        </DeskForm>
      ))}
    </div>
  );
}
