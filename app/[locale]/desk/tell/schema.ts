import { z } from "zod";
import { read, whole } from "@/app/[locale]/read-form";
import { ActionError } from "@/lib/people/verb";
import { deskYear } from "../desk-year";
import { wantedInstant } from "./wanted-instant";

const text = z.string().default("");

const tellForm = z.object({
  year: text,
  day: text,
  time: text,
  /** How many the page has shown, and what was typed. */
  count: whole.transform((count = 0) => count),
  typed: text,
});

/** What a form about a year's list says; `at` is undefined for now. @throws Refused */
export async function readTelling(form: FormData) {
  const { year: named, ...said } = read(form, tellForm);
  const [at, { years }] = await Promise.all([wantedInstant(said.day, said.time), deskYear(named)]);
  if (at === "wrong" || (at && at < new Date())) throw new ActionError({ field: "day", code: "invalid" });
  const year = years.find(({ id }) => String(id) === named)?.id;
  if (year === undefined) throw new ActionError({ code: "place_unknown" });
  return { ...said, year, at };
}
