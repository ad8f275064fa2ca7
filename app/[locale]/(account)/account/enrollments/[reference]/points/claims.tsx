import { getLocale, getTranslations } from "next-intl/server";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { CheckboxCard, SubmitButton } from "@/components/forms/fields";
import { Notice } from "@/components/ui/notice";
import { DescriptionList, Section } from "@/components/ui/section";
import type { OwnRound } from "@/lib/family/round/queries";
import { submitClaimsAction } from "./actions";

type Claim = OwnRound["claims"][number];

type Props = { ownRound: OwnRound };

/** Claims and automatic criteria, until the list is frozen. */
export async function Claims({ ownRound }: Props) {
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
  const { counted, round, canClaim } = ownRound;
  const testCriteria = round.criteria.filter(({ source }) => source === "mark");
  const rows = [
    ...counted.map(({ points, ...texts }) => ({ label: texts[locale], value: t("worth", { points }) })),
    ...testCriteria.map(({ points, ...texts }) => ({ label: texts[locale], value: t("upTo", { points }) })),
  ];
  return (
    <>
      {canClaim ? <ClaimForm ownRound={ownRound} /> : <SubmittedClaims ownRound={ownRound} />}
      {rows.length > 0 && (
        <Section title={t("counted")} id="counted">
          <DescriptionList rows={rows} />
        </Section>
      )}
      <Notice title={t("noPaper")}>
        <p className="max-w-measure">{t("noPaperText")}</p>
      </Notice>
    </>
  );
}

async function ClaimForm({ ownRound: { reference, student, claims } }: Props) {
  const t = await getTranslations("account.points");
  const open = claims.filter(({ state }) => state !== "refused");
  const merits = open.filter(({ criterion }) => criterion.source === "claimed");
  const shares = open.filter(({ criterion }) => criterion.source === "shares");
  return (
    <AccountForm action={submitClaimsAction} className="mb-8">
      <input type="hidden" name="reference" value={reference} />
      <ClaimCheckboxes legend={t("legend", { student })} claims={merits} />
      <ClaimCheckboxes legend={t("siblings")} claims={shares} />
      <RejectedClaims claims={claims} />
      <SubmitButton>{t("save")}</SubmitButton>
    </AccountForm>
  );
}

async function ClaimCheckboxes({ legend, claims }: { legend: string; claims: Claim[] }) {
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
  if (claims.length === 0) return null;
  return (
    <fieldset className="mb-6">
      <legend className="mb-3 font-head text-heading font-bold">{legend}</legend>
      <div className="grid gap-2">
        {claims.map(({ criterion, state }) => (
          <CheckboxCard
            key={criterion.code}
            name="merits"
            value={criterion.code}
            initial={state !== undefined}
            label={criterion[locale]}
            hint={state && criterion.points > 0 ? t(`states.${state}`) : undefined}
            end={criterion.points > 0 ? t("worth", { points: criterion.points }) : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Claims that the office did not confirm. */
async function RejectedClaims({ claims }: { claims: Claim[] }) {
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
  const rejected = claims.filter(({ state }) => state === "refused");
  return rejected.map(({ criterion }) => (
    <p key={criterion.code} className="mb-4 max-w-measure">
      {criterion[locale]}: {t("states.refused")}
    </p>
  ));
}

/** Claims after the deadline. */
async function SubmittedClaims({ ownRound: { claims } }: Props) {
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
  const submitted = claims.flatMap(({ criterion, state }) => (state ? [{ criterion, state }] : []));
  if (submitted.length === 0) return <p className="mb-6 max-w-measure">{t("nothingClaimed")}</p>;
  return (
    <Section title={t("claimed")} id="claimed">
      <DescriptionList
        rows={submitted.map(({ criterion, state }) => ({
          label: criterion[locale],
          value: criterion.points > 0 ? t(`states.${state}`) : t("yes"),
        }))}
      />
    </Section>
  );
}
