import { getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { StudentLink } from "@/components/desk/enrollment/student-link";
import { SelectField, SubmitButton, TextAreaField } from "@/components/forms/fields";
import { Disclosure } from "@/components/ui/disclosure";
import { Section } from "@/components/ui/section";
import { listObjections } from "@/lib/admission/claims/queries";
import { Link } from "@/lib/i18n/navigation";
import { ClaimList, isChecked } from "./_forms/claim-check-forms";
import type { RoundProps } from "./page";

/** Objections to the provisional list with answers; one form at a time. */
export async function Objections({ round, actor, year, canRun, query }: RoundProps) {
  const [t, objections] = await Promise.all([
    getTranslations("desk.round.objections"),
    listObjections(actor, round.id),
  ]);
  const open = canRun ? objections.filter(({ answer }) => answer === null) : [];
  const selected = open.find(({ enrollment }) => enrollment.reference === query.objection) ?? open[0];
  return (
    <Section title={t("title", { count: objections.length })} id="objections">
      {objections.length === 0 && <p className="my-4">{t("none")}</p>}
      {objections.map((row) => (
        <article key={row.id} id={`objection-${row.id}`} className="border-b border-hairline py-4">
          <ObjectionText {...row} />
          {row === selected && <CorrectionForms round={round} {...row.enrollment} />}
          {row === selected && <AnswerForm {...{ round, year }} id={row.id} />}
          {row !== selected && open.includes(row) && <AnswerLink {...{ year }} {...row} />}
        </article>
      ))}
    </Section>
  );
}

type Objection = Awaited<ReturnType<typeof listObjections>>[number];

async function ObjectionText({ words, answer, upheld, enrollment }: Objection) {
  const t = await getTranslations("desk.round.objections");
  const { reference, student } = enrollment;
  return (
    <>
      <h3 className="font-semibold">
        <StudentLink {...{ reference, student }} />
      </h3>
      <p className="my-2 max-w-measure whitespace-pre-line [overflow-wrap:anywhere]">{words}</p>
      {answer !== null && (
        <p className="max-w-measure whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {t(upheld ? "upheld" : "rejected")}: {answer}
        </p>
      )}
    </>
  );
}

/** The same page with the form of this objection. */
async function AnswerLink({ id, year, enrollment: { reference } }: Objection & Pick<RoundProps, "year">) {
  const t = await getTranslations("desk.round.objections");
  return (
    <Link
      href={`/desk/round?year=${year}&objection=${reference}#objection-${id}`}
      className="inline-flex min-h-target items-center"
    >
      {t("submit")} <span className="sr-only">{reference}</span>
    </Link>
  );
}

async function AnswerForm({ id, round, year }: Pick<RoundProps, "round" | "year"> & Pick<Objection, "id">) {
  const t = await getTranslations("desk.round.objections");
  return (
    <DeskForm name={`objection-${id}`} verb="objection_answered" className="max-w-column">
      <input type="hidden" name="year" value={year} />
      <input type="hidden" name="code" value={round.code} />
      <input type="hidden" name="objection" value={id} />
      <SelectField
        name={`upheld-${id}`}
        label={t("decide")}
        blank={t("choose")}
        options={[
          { value: "yes", label: t("uphold") },
          { value: "no", label: t("reject") },
        ]}
      />
      <TextAreaField name={`answer-${id}`} label={t("answer")} hint={t("answerHint")} rows={3} />
      <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
    </DeskForm>
  );
}

type CorrectionProps = Pick<RoundProps, "round"> & Pick<Objection["enrollment"], "reference" | "merits">;

/** Corrects points; the allotment is computed again with the same draw numbers. */
async function CorrectionForms(props: CorrectionProps) {
  const t = await getTranslations("desk.round.objections");
  if (!props.round.criteria.some(isChecked)) return null;
  return (
    <Disclosure summary={t("correct")} className="mb-4 max-w-measure">
      <ClaimList {...props} canCheck />
    </Disclosure>
  );
}
