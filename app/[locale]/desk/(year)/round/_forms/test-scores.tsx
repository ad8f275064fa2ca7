import { getLocale, getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { StudentLink } from "@/components/desk/enrollment/student-link";
import { HiddenField, SubmitButton, TextField } from "@/components/forms/fields";
import { DescriptionList, Section } from "@/components/ui/section";
import { getClaimVersion, listGivenScores } from "@/lib/admission/claims/queries";
import type { Criterion } from "@/lib/admission/round";
import { hasPermission } from "@/lib/people/staff/permissions";
import type { RoundProps } from "../page";

/** Until the list is frozen (admission 2). */
export const TestScores = (props: RoundProps) =>
  props.round.criteria
    .filter(({ source }) => source === "mark")
    .map((criterion) => <TestScoreList key={criterion.code} {...props} criterion={criterion} />);

async function TestScoreList({ criterion, actor }: RoundProps & { criterion: Criterion }) {
  const [t, locale, { count, last }] = await Promise.all([
    getTranslations("desk.round.marks"),
    getLocale(),
    listGivenScores(actor, criterion.id),
  ]);
  return (
    <Section title={criterion[locale]} id={`marks-${criterion.code}`}>
      <p className="my-4 max-w-measure">{t("lead", { points: criterion.points })}</p>
      {hasPermission(actor, "check_merits") && <TestScoreForm criterion={criterion} />}
      <p className="my-4 text-muted">{t("given", { count })}</p>
      <DescriptionList
        rows={last.map(({ mark, enrollment: { reference, student } }) => ({
          label: <StudentLink {...{ reference, student }} />,
          value: mark,
        }))}
      />
    </Section>
  );
}

type Props = {
  criterion: Criterion;
  /** The enrollment, if it is known. */
  reference?: string;
  /** Its score, if there is one; a form for any reference shows none. */
  claim?: Parameters<typeof getClaimVersion>[0];
};

export async function TestScoreForm({ criterion: { code, points }, reference, claim }: Props) {
  const t = await getTranslations("desk.round.marks");
  const name = reference ? `${code}-${reference}` : code;
  return (
    <DeskForm name={`mark-${name}`} verb="merit_checked" className="max-w-column">
      <input type="hidden" name="criterion" value={code} />
      <input type="hidden" name="state" value="checked" />
      <HiddenField name="was" value={getClaimVersion(claim)} />
      {reference ? (
        <input type="hidden" name="reference" value={reference} />
      ) : (
        <TextField
          name={`reference-${name}`}
          label={t("reference")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
      )}
      <TextField
        name={`mark-${name}`}
        label={t("mark")}
        hint={t("hint", { points })}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24"
      />
      <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
    </DeskForm>
  );
}
