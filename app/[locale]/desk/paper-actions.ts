"use server";

import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { type Day, dayIn, isDay } from "@/lib/dates";
import { fieldsOfPaper } from "@/lib/desk/correct/parts";
import { enterPaper } from "@/lib/desk/paper";
import { oneLine } from "@/lib/enrollment/tidy";
import { LIMITS } from "@/lib/enrollment/values";
import type { Answers } from "@/lib/form/answers";
import { cleanDate } from "@/lib/form/clean";
import { submissionFrom } from "@/lib/form/form-values";
import { locales } from "@/lib/i18n/locales";
import { QUERY } from "@/lib/i18n/paths";
import { settings } from "@/lib/school/settings";
import { checkFields } from "../check-fields";
import { asStaff } from "./act";
import { field } from "./form-field";
import { readPaperQuery } from "./paper-query";

/** Enrolls what came on paper, by the form's own rules (desk 15). */
export async function paperAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const query = new URLSearchParams((await headers()).get(QUERY) ?? "");
    const { branch, year } = await readPaperQuery(Object.fromEntries(query));
    if (!branch || !year) return { goTo: "/desk/paper" };
    if (!year.isOpen) return { problems: [{ words: (await getTranslations("desk.paper"))("closed") }] };
    const fields = fieldsOfPaper(branch);
    const [checked, signature] = await Promise.all([
      checkFields(form, fields, branch, { school_year_id: year.id }),
      signatureOf(form),
    ]);
    const problems = [...("problems" in checked ? checked.problems : []), ...signature.problems];
    if ("problems" in checked || problems.length > 0) return { problems };

    const answers = submissionFrom({ ...checked.values, school_year_id: year.id } as Answers, [
      "school_year_id",
      ...fields,
    ]);
    const { signedBy, signedOn } = signature;
    const locale = locales.find((one) => one === field(form, "mail_language")) ?? "es";
    const entered = await enterPaper(actor, { branch, answers, signedBy, signedOn, locale });
    if ("reference" in entered) return { goTo: `/desk/enrollments/${entered.reference}?said=paper` };
    const t = await getTranslations("desk.problems");
    return {
      problems: entered.taken.map(({ field, reference }) => ({
        field,
        words: t("correct_taken", { reference: reference ?? "–" }),
      })),
    };
  });
}

/** Who signed and when, with what is wrong about it. */
async function signatureOf(form: FormData) {
  const [t, { time_zone }] = await Promise.all([getTranslations("desk.paper"), settings()]);
  const signedBy = oneLine(field(form, "signed_by"));
  const part = (name: string) => field(form, `signed_on_${name}`);
  const signedOn = cleanDate({ day: part("day"), month: part("month"), year: part("year") }) ?? "";
  const problems: NonNullable<ActionState["problems"]> = [];
  if (signedBy === "") problems.push({ field: "signed_by", words: t("signed_by_required") });
  if ([...signedBy].length > LIMITS.name)
    problems.push({ field: "signed_by", words: t("signed_by_too_long") });
  if (!isDay(signedOn)) problems.push({ field: "signed_on_day", words: t("signed_on_required") });
  else if (signedOn > dayIn(time_zone))
    problems.push({ field: "signed_on_day", words: t("signed_on_future") });
  return { signedBy, signedOn: signedOn as Day, problems };
}
