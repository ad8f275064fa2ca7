import { getLocale, getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { HiddenField, SubmitButton } from "@/components/forms/fields";
import { getClaimVersion } from "@/lib/admission/claims/queries";
import type { Criterion, Round } from "@/lib/admission/round";
import { TestScoreForm } from "./test-scores";

export const isChecked = ({ source }: Criterion) => source === "claimed" || source === "mark";

type ListProps = {
  round: Round;
  reference: string;
  merits: (NonNullable<Props["claim"]> & { criterionId: number })[];
  canCheck: boolean;
};

/** The results of an enrollment, which can be changed. */
export async function ClaimList({ round, reference, merits, canCheck }: ListProps) {
  const [t, locale] = await Promise.all([getTranslations("desk.round.objections"), getLocale()]);
  return (
    <ul>
      {round.criteria.filter(isChecked).map((criterion) => {
        const { id, code, points, source, [locale]: label } = criterion;
        const claim = merits.find(({ criterionId }) => criterionId === id);
        return (
          <li key={code} className="border-b border-hairline py-3">
            <p className="mb-2">
              {label}{" "}
              <span className="text-muted">
                +{claim?.mark ?? points} {t(`states.${(claim?.state ?? "none") as "none"}`)}
              </span>
            </p>
            {canCheck && source === "mark" && <TestScoreForm {...{ criterion, reference, claim }} />}
            {canCheck && source !== "mark" && (
              <ClaimCheckForms {...{ reference, claim, label }} criterion={code} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type Props = {
  reference: string;
  criterion: string;
  label: string;
  /** As stored; undefined when the family has not claimed it. */
  claim: Parameters<typeof getClaimVersion>[0];
};

/** Confirms or rejects a claim. */
export async function ClaimCheckForms({ reference, criterion, label, claim }: Props) {
  const t = await getTranslations("desk.round.merits");
  const states = (["checked", "refused"] as const).filter((state) => state !== claim?.state);
  return (
    <div className="flex flex-wrap gap-3">
      {states.map((state) => (
        <DeskForm key={state} name={`merit-${state}-${reference}-${criterion}`} verb="merit_checked">
          <input type="hidden" name="reference" value={reference} />
          <input type="hidden" name="criterion" value={criterion} />
          <input type="hidden" name="state" value={state} />
          <HiddenField name="was" value={getClaimVersion(claim)} />
          <SubmitButton variant="secondary">
            {t(state)} <span className="sr-only">{`${label}, ${reference}`}</span>
          </SubmitButton>
        </DeskForm>
      ))}
    </div>
  );
}
