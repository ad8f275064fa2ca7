import { getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Round } from "@/lib/admission/round";
import type { RoundProps } from "../page";

/** The round and its version. */
export const RoundFields = ({ round: { code, version }, year }: { round: Round; year: number }) => (
  <>
    <input type="hidden" name="code" value={code} />
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="year" value={year} />
  </>
);

const stepVerbs = {
  open: "round_opened",
  freeze: "round_frozen",
  provisional: "round_provisional",
  final: "round_final",
  close: "round_closed",
} as const;

type StepProps = RoundProps & { step: keyof typeof stepVerbs };

/** With an explanation of the step. */
export async function RoundStepForm({ round, year, step }: StepProps) {
  const t = await getTranslations("desk.round");
  return (
    <DeskForm name={`step-${step}`} verb={stepVerbs[step]} className="mb-6 max-w-measure">
      <RoundFields round={round} year={year} />
      <p className="mb-3">{t(`steps.${step}Does`)}</p>
      <SubmitButton variant={step === "close" ? "secondary" : "primary"}>{t(`steps.${step}`)}</SubmitButton>
    </DeskForm>
  );
}

/** The reason is published. */
export async function RoundStepBackForm({ round, year }: RoundProps) {
  const t = await getTranslations("desk.round");
  return (
    <Disclosure summary={t(`back.${round.state as "frozen"}`)} className="mt-8 max-w-measure">
      <DeskForm name="back" verb={round.state === "drawn" ? "draw_voided" : "round_taken_back"}>
        <RoundFields round={round} year={year} />
        <TextField name="reason" label={t("back.reason")} hint={t("back.hint")} />
        <SubmitButton variant="danger">{t("back.submit")}</SubmitButton>
      </DeskForm>
    </Disclosure>
  );
}

/** Corrects or cancels a planned or open round (admission 1). */
export async function RoundCorrection({ round, year }: RoundProps) {
  const t = await getTranslations("desk.round.change");
  const state = round.state as "draft" | "open";
  const isOpen = state === "open";
  return (
    <div className="mt-8 max-w-measure">
      <p className="mb-4">
        <LinkButton variant="secondary" href={`/desk/round/change?year=${year}`}>
          {t(`title.${state}`)}
        </LinkButton>
      </p>
      <Disclosure summary={t(`end.${state}`)}>
        <DeskForm name="end" verb={isOpen ? "round_withdrawn" : "round_discarded"}>
          <RoundFields round={round} year={year} />
          <p className="mb-3">{t(`endDoes.${state}`)}</p>
          {isOpen && <TextField name="reason" label={t("reason")} hint={t("reasonHint")} />}
          <SubmitButton variant="danger">{t(`end.${state}`)}</SubmitButton>
        </DeskForm>
      </Disclosure>
    </div>
  );
}
