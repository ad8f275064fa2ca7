import { getTranslations } from "next-intl/server";
import { Submit, TextField } from "@/components/action/fields";
import type { Look } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import type { Round } from "@/lib/admission/round";
import { DeskForm } from "../desk-form";
import { backAction, stepAction } from "./actions";
import type { Shown } from "./page";
import type { steps } from "./schema";

/** What a form says of the round that its page has shown. */
export const ShownRound = ({ round: { code, version }, year }: { round: Round; year: number }) => (
  <>
    <input type="hidden" name="code" value={code} />
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="year" value={year} />
  </>
);

type StepProps = Shown & { step: (typeof steps)[number]; look?: Look };

/** The button of a step, under what it does. */
export async function Step({ round, year, step, look }: StepProps) {
  const t = await getTranslations("desk.round");
  return (
    <DeskForm name={`step-${step}`} action={stepAction} className="mb-6 max-w-measure">
      <ShownRound round={round} year={year} />
      <input type="hidden" name="step" value={step} />
      <p className="mb-3">{t(`steps.${step}Does`)}</p>
      <Submit look={look ?? "primary"}>{t(`steps.${step}`)}</Submit>
    </DeskForm>
  );
}

/** The way back, with a reason that the public page shows. */
export async function Back({ round, year }: Shown) {
  const t = await getTranslations("desk.round");
  return (
    <Fold summary={t(`back.${round.state as "frozen"}`)} className="mt-8 max-w-measure">
      <DeskForm name="back" action={backAction}>
        <ShownRound round={round} year={year} />
        <TextField name="reason" label={t("back.reason")} hint={t("back.hint")} />
        <Submit look="danger">{t("back.submit")}</Submit>
      </DeskForm>
    </Fold>
  );
}
