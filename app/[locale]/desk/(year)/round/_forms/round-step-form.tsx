import { getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import type { ButtonVariant } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Round } from "@/lib/admission/round";
import { advanceRoundAction, stepBackAction } from "../actions";
import type { RoundProps } from "../page";
import type { roundStepNames } from "../round-schemas";

/** What a form says of the round that its page has shown. */
export const RoundFields = ({ round: { code, version }, year }: { round: Round; year: number }) => (
  <>
    <input type="hidden" name="code" value={code} />
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="year" value={year} />
  </>
);

type StepProps = RoundProps & { step: (typeof roundStepNames)[number]; look?: ButtonVariant };

/** The button of a step, under what it does. */
export async function RoundStepForm({ round, year, step, look }: StepProps) {
  const t = await getTranslations("desk.round");
  return (
    <DeskForm name={`step-${step}`} action={advanceRoundAction} className="mb-6 max-w-measure">
      <RoundFields round={round} year={year} />
      <input type="hidden" name="step" value={step} />
      <p className="mb-3">{t(`steps.${step}Does`)}</p>
      <SubmitButton look={look ?? "primary"}>{t(`steps.${step}`)}</SubmitButton>
    </DeskForm>
  );
}

/** The way back, with a reason that the public page shows. */
export async function RoundStepBackForm({ round, year }: RoundProps) {
  const t = await getTranslations("desk.round");
  return (
    <Disclosure summary={t(`back.${round.state as "frozen"}`)} className="mt-8 max-w-measure">
      <DeskForm name="back" action={stepBackAction}>
        <RoundFields round={round} year={year} />
        <TextField name="reason" label={t("back.reason")} hint={t("back.hint")} />
        <SubmitButton look="danger">{t("back.submit")}</SubmitButton>
      </DeskForm>
    </Disclosure>
  );
}
