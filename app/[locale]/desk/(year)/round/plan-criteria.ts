import type { z } from "zod";
import {
  createAgeCriterion,
  createAskedBeforeCriterion,
  defaultCriteria,
  sharingCriterion,
} from "@/lib/admission/plan/criteria";
import { toCriterionShape } from "@/lib/admission/plan/round-changes";
import type { criterionSchema } from "@/lib/admission/plan/verbs";
import type { Criterion, Round } from "@/lib/admission/round";
import { getOwnFieldName, getPointsFieldName, OWN_ROWS, type PlanForm } from "./round-schemas";

type CriterionInput = z.input<typeof criterionSchema>;

const usualCodes: string[] = [
  ...defaultCriteria.map(({ code }) => code),
  "asked_before",
  "age",
  sharingCriterion.code,
];

export const listOwnCriteria = (criteria: Criterion[]): Criterion[] =>
  criteria.filter(({ code }) => !usualCodes.includes(code));

/** Usual criteria of an existing round keep their texts. */
export function toCriteria(form: PlanForm, existing: Criterion[]): CriterionInput[] {
  const texts: Record<string, unknown> = form;
  const usual = [
    ...defaultCriteria,
    createAskedBeforeCriterion(form.askedYears),
    createAgeCriterion(form.ageFrom, form.ageUpTo),
  ].flatMap((row) => {
    const points = texts[getPointsFieldName(row.code)];
    if (!points) return [];
    const currentCriterion =
      row.code === "age" || row.code === "asked_before" ? undefined : findCriterion(existing, row.code);
    return [{ ...row, ...(currentCriterion && toInput(currentCriterion)), points: Number(points) }];
  });
  const own = Array.from({ length: OWN_ROWS }, (_, row) => toOwnCriterion(texts, row, existing)).filter(
    (row) => row !== undefined,
  );
  return [...usual, ...numberCodes(own, existing), ...(form.share === "yes" ? [sharingCriterion] : [])];
}

/** New criteria use the next empty row. */
export function toPlanValues(round: Round): Record<string, string> {
  const { criteria } = round;
  const askedCriterion = findCriterion(criteria, "asked_before");
  const ageCriterion = findCriterion(criteria, "age");
  return Object.fromEntries([
    ...criteria.map(({ code, points }) => [getPointsFieldName(code), String(points)]),
    ["askedYears", String(askedCriterion?.years ?? "")],
    ["ageFrom", String(ageCriterion?.fromYears ?? "")],
    ["ageUpTo", String(ageCriterion?.years ?? "")],
    ...listOwnCriteria(criteria).flatMap(({ code, es, ca, en, points, source, sensitive }, row) =>
      Object.entries({ code, es, ca, en, points, source, sensitive: sensitive ? "yes" : "" }).map(
        ([field, value]) => [getOwnFieldName(field, row), String(value)],
      ),
    ),
  ]);
}

const findCriterion = (criteria: Criterion[], code: string) => criteria.find((row) => row.code === code);

function toOwnCriterion(
  texts: Record<string, unknown>,
  row: number,
  existing: Criterion[],
): CriterionInput | undefined {
  const readText = (field: string) => String(texts[getOwnFieldName(field, row)] ?? "").trim();
  const points = readText("points");
  if (!points) return undefined;
  const currentCriterion = findCriterion(existing, readText("code"));
  const source = readText("source") === "mark" ? "mark" : "claimed";
  return {
    ...(currentCriterion ? toInput(currentCriterion) : { code: "", source }),
    ...(currentCriterion?.source !== "counted" && { source }),
    es: readText("es"),
    ca: readText("ca"),
    en: readText("en"),
    points: Number(points),
    sensitive: readText("sensitive") === "yes",
  };
}

/** New codes continue the numbering. */
function numberCodes(rows: CriterionInput[], existing: Criterion[]): CriterionInput[] {
  let last = Math.max(0, ...existing.map(({ code }) => Number(/^own_(\d+)$/.exec(code)?.[1] ?? 0)));
  return rows.map((row) => ({ ...row, code: row.code || `own_${++last}` }));
}

const toInput = (criterion: Criterion) => toCriterionShape(criterion) as CriterionInput;
