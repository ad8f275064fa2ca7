import { z } from "zod";
import { whole } from "@/app/[locale]/read-form";
import { drawMethods } from "@/lib/admission/order";
import { usualCriteria } from "@/lib/admission/usual-criteria";

const text = z.string().default("");

/** The field that says what a criterion is worth; blank leaves it out. */
export const pointsField = (code: string) => `points_${code}`;

const isAge = (years = 0) => years >= 1 && years <= 99;

export const planForm = z
  .object({
    year: text.transform(Number),
    round: text,
    name: text,
    method: z.enum(drawMethods).catch("numbers"),
    meritsBy: text,
    objectionsBy: text,
    answerBy: text,
    listedUntil: text,
    share: text,
    points_age: text,
    ageUpTo: whole,
    ...Object.fromEntries(usualCriteria.map(({ code }) => [pointsField(code), text])),
  })
  .refine(({ points_age, ageUpTo }) => points_age === "" || isAge(ageUpTo), {
    path: ["ageUpTo"],
    error: "required",
  });

/** What each step of a round is called in its form. */
export const steps = ["open", "freeze", "provisional", "final", "close"] as const;

const shown = { code: text, version: text, year: text };

export const stepForm = z.object({ ...shown, step: z.enum(steps) });
export const typeForm = z.object({ ...shown, number: text });
export const backForm = z.object({ ...shown, reason: text });
export const meritForm = z.object({
  reference: text,
  criterion: text,
  state: z.enum(["checked", "refused"]),
});
export const markForm = z.object({
  reference: text.transform((typed) => typed.replace(/\s/g, "").toUpperCase()),
  criterion: text,
  mark: whole.transform((mark) => mark ?? null),
});
export const moveForm = z.object({ ...shown, reference: text, to: text, reason: text, undo: text });
export const objectionForm = z.object({
  year: text,
  code: text,
  objection: text.transform(Number),
  upheld: z.enum(["yes", "no"], "required"),
  answer: z.string("required").trim().min(1, "required"),
});
