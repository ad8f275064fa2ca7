import { getLocale, getTranslations } from "next-intl/server";
import { Choice, Submit, TextArea } from "@/components/action/fields";
import { Fold } from "@/components/ui/fold";
import { Sheet } from "@/components/ui/section";
import { objectionsOf } from "@/lib/admission/objections";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { DeskForm } from "../desk-form";
import { objectionAction } from "./actions";
import { MarkForm } from "./marks";
import { MeritForms } from "./merit-forms";
import type { Shown } from "./page";

/** What families say against the provisional list, and the school's answers. */
export async function Objections({ round, actor, year, mayRun }: Shown) {
  const [t, objections] = await Promise.all([
    getTranslations("desk.round.objections"),
    objectionsOf(actor, round.id),
  ]);
  return (
    <Sheet title={t("title", { count: objections.length })} id="objections">
      {objections.length === 0 && <p className="my-4">{t("none")}</p>}
      {objections.map(({ id, words: said, answer, upheld, enrollment: { reference, student, merits } }) => (
        <article key={id} className="border-b border-hairline py-4">
          <h3 className="font-semibold">
            <Link href={`/desk/enrollments/${reference}`}>
              <bdi>{[student.surname, student.name].filter(Boolean).join(", ")}</bdi>
            </Link>{" "}
            <span className="font-mono font-normal text-muted">{reference}</span>
          </h3>
          <p className="my-2 max-w-measure whitespace-pre-line [overflow-wrap:anywhere]">{said}</p>
          {answer !== null && (
            <p className="max-w-measure whitespace-pre-line text-muted [overflow-wrap:anywhere]">
              {t(upheld ? "upheld" : "rejected")}: {answer}
            </p>
          )}
          {answer === null && mayRun && <Correct {...{ round, year, reference, merits }} />}
          {answer === null && mayRun && (
            <DeskForm name={`objection-${id}`} action={objectionAction} className="max-w-column">
              <input type="hidden" name="year" value={year} />
              <input type="hidden" name="code" value={round.code} />
              <input type="hidden" name="objection" value={id} />
              <Choice
                name={`upheld-${id}`}
                label={t("decide")}
                blank={t("choose")}
                options={[
                  { value: "yes", label: t("uphold") },
                  { value: "no", label: t("reject") },
                ]}
              />
              <TextArea name={`answer-${id}`} label={t("answer")} hint={t("answerHint")} rows={3} />
              <Submit look="secondary">{t("submit")}</Submit>
            </DeskForm>
          )}
        </article>
      ))}
    </Sheet>
  );
}

type Correcting = Pick<Shown, "round" | "year"> & {
  reference: string;
  merits: { criterionId: number; state: string; mark: number | null }[];
};

/** The points of whoever objects, to be put right: the allotment runs again with them, and no number changes. */
async function Correct({ round, year, reference, merits }: Correcting) {
  const [t, locale] = await Promise.all([
    getTranslations("desk.round.objections"),
    getLocale() as Promise<Locale>,
  ]);
  const given = round.criteria.filter(({ source }) => source === "claimed" || source === "mark");
  if (given.length === 0) return null;
  return (
    <Fold summary={t("correct")} className="mb-4 max-w-measure">
      <ul>
        {given.map((criterion) => {
          const { id, code, points, source } = criterion;
          const { state, mark } = merits.find(({ criterionId }) => criterionId === id) ?? {};
          return (
            <li key={code} className="border-b border-hairline py-3">
              <p className="mb-2">
                {criterion[locale]}{" "}
                <span className="text-muted">
                  +{mark ?? points} {t(`states.${(state ?? "none") as "none"}`)}
                </span>
              </p>
              {source === "mark" ? (
                <MarkForm {...{ criterion, year }} of={reference} />
              ) : (
                <MeritForms {...{ reference, year }} criterion={code} what={criterion[locale]} said={state} />
              )}
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
