import { z } from "zod";
import { optionalInteger, optionalText } from "@/app/[locale]/_lib/parse-form";
import { drawMethods } from "@/lib/admission/draw-order";
import { defaultCriteria } from "@/lib/admission/plan/criteria";

/** Empty excludes the criterion. */
export const getPointsFieldName = (code: string) => `points_${code}`;

const points = optionalText
  .transform((text) => text.trim())
  .refine((text) => /^(\d{1,3}|1000)?$/.test(text), "points_invalid");

/** A number of years, for some criteria. */
const years = optionalText
  .transform((text) => text.trim())
  .refine((text) => /^([1-9]\d?)?$/.test(text), "years_invalid")
  .transform((text) => (text === "" ? null : Number(text)));

/** The maximum of own criteria. */
export const OWN_ROWS = 8;

export const getOwnFieldName = (field: string, row: number) => `own_${field}_${row}`;

const ownRows = Array.from({ length: OWN_ROWS }, (_, row) => row);

const ownFields = Object.fromEntries(
  ownRows.flatMap((row) =>
    ["code", "es", "ca", "en", "source", "sensitive"]
      .map((field) => [getOwnFieldName(field, row), optionalText] as const)
      .concat([[getOwnFieldName("points", row), points as never]]),
  ),
);

export const planSchema = z
  .object({
    /** Undefined for a new round. */
    code: optionalText,
    version: optionalText,
    reason: optionalText,
    leftOut: z.array(z.string()),
    ...ownFields,
    year: optionalInteger.transform((year = 0) => year),
    round: optionalText,
    name: optionalText,
    method: z.enum(drawMethods).catch("numbers"),
    meritsBy: optionalText,
    drawOn: optionalText,
    objectionsBy: optionalText,
    answerBy: optionalText,
    listedUntil: optionalText,
    share: optionalText,
    points_asked_before: points,
    askedYears: years,
    points_age: points,
    ageFrom: years,
    ageUpTo: years,
    ...Object.fromEntries(defaultCriteria.map(({ code }) => [getPointsFieldName(code), points])),
  })
  .refine(({ points_age, ageFrom, ageUpTo }) => points_age === "" || (ageFrom ?? ageUpTo) !== null, {
    path: ["ageUpTo"],
    error: "required",
  })
  .refine(({ ageFrom, ageUpTo }) => (ageFrom ?? 1) <= (ageUpTo ?? 99), {
    path: ["ageUpTo"],
    error: "under_from",
  })
  .superRefine((form, context) => {
    const texts = form as Record<string, unknown>;
    for (const row of ownRows) {
      const names = ["es", "ca", "en", "points"].map((field) => getOwnFieldName(field, row));
      const missingNames = names.filter((name) => !String(texts[name] ?? "").trim());
      if (missingNames.length === names.length) continue;
      for (const name of missingNames)
        context.addIssue({ code: "custom", path: [name], message: "own_incomplete" });
    }
  });

export type PlanForm = z.output<typeof planSchema>;
