"use server";

import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { validateFields } from "@/app/[locale]/_lib/validate-fields";
import { createStaffAction, saveSubmittedForm } from "@/app/[locale]/desk/_lib/staff-action";
import { getPaperAddress, parsePaperQuery } from "@/app/[locale]/desk/(day)/paper/parse-paper-query";
import type { ActionState } from "@/components/forms/action-state";
import { listPaperParts } from "@/lib/desk/correction/queries";
import { enterPaper, type FieldConflict } from "@/lib/desk/paper/verbs";
import { isAdult, LIMITS, toSingleLine } from "@/lib/enrollment/field-schemas";
import { locales, QUERY_HEADER, toLocalizedPath } from "@/lib/i18n/locales";
import { type Day, isDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { readRawInput, toFieldValues, toSubmission } from "@/lib/wizard/form-values";
import { parseDate } from "@/lib/wizard/normalise-input";
import type { Answers } from "@/lib/wizard/types";

/** Fields besides the wizard's. */
const paperSchema = z.object({
  merits: z.array(z.string()),
  /** The action needs to know whether it was empty. */
  student_email: optionalText.transform(toSingleLine),
  mail_language: z.enum(locales).catch("es"),
  signed_by: optionalText.transform(toSingleLine),
  signed_on_day: optionalText,
  signed_on_month: optionalText,
  signed_on_year: optionalText,
});

/** A paper form, with the wizard's rules (desk 15). */
export const enrollOnPaperAction = createStaffAction(async (session, form) => {
  const { actor } = session;
  const query = new URLSearchParams((await headers()).get(QUERY_HEADER) ?? "");
  const { family, branch, year, sheet } = await parsePaperQuery(actor, Object.fromEntries(query));
  if (!branch || !year) return { redirect: "/desk/paper" };
  if (!year.isOpen) return { problems: [{ text: (await getTranslations("desk.paper"))("closed") }] };
  const fields = listPaperParts(family?.kind ?? "new", branch).flatMap((part) => part.fields);
  const input = parseForm(form, paperSchema);
  const comparedAnswers = {
    ...(family?.kind === "sibling" && family.compared),
    ...(input.student_email === "" && branch === "minor" && { has_student_email: "no" }), // as in the wizard (families 35)
    school_year_id: year.id,
  };
  const [checked, signature, ageProblems] = await Promise.all([
    validateFields(form, fields, branch, comparedAnswers, { isStaff: true }),
    parseSignature(input),
    branch === "minor" ? findAgeProblems(form) : [],
  ]);
  const problems = [
    ...("problems" in checked ? checked.problems : []),
    ...ageProblems,
    ...signature.problems,
  ];
  if ("problems" in checked || problems.length > 0) return { problems };

  const answers = toSubmission({ ...checked.values, school_year_id: year.id } as Answers, [
    "school_year_id",
    ...fields,
  ]);
  const { signedBy, signedOn } = signature;
  const { mail_language: locale, merits } = input;
  const outcome = await enterPaper({ family, branch, answers, merits, signedBy, signedOn, locale }, actor);
  if ("reference" in outcome) return { redirect: `/desk/enrollments/${outcome.reference}?said=paper` };
  if (outcome.conflicts.some(({ remedy }) => remedy)) await saveSubmittedForm(session.actor.id, form);
  return { problems: await toProblems(outcome.conflicts, { year: year.id, sheet }) };
});

/** For an existing person: links to the existing enrollment and keeps the input. */
async function toProblems(
  conflicts: FieldConflict[],
  paper: Parameters<typeof getPaperAddress>[2],
): Promise<ActionState["problems"]> {
  const [t, tFields, locale] = await Promise.all([
    getTranslations("desk.problems"),
    getTranslations("desk.paper"),
    getLocale(),
  ]);
  const offeredRemedies = new Set<string>();
  return conflicts.map(({ field, code, reference = "–", remedy }) => {
    const href = remedy && toLocalizedPath(locale, getPaperAddress(remedy.reference, remedy.kind, paper));
    const isNew = href !== undefined && !offeredRemedies.has(href);
    if (isNew) offeredRemedies.add(href);
    return {
      ...(code !== "already_enrolled" && { field }),
      text: code === "already_enrolled" ? tFields("enrolled", { reference }) : t("taken", { reference }),
      ...(remedy && isNew && { remedy: { href, text: tFields(`remedy_${remedy.kind}`) } }),
    };
  });
}

/** As in the wizard, the birth date decides the form; the API accepts minors of any age (4.4). */
async function findAgeProblems(form: FormData): Promise<NonNullable<ActionState["problems"]>> {
  const field = "student_birth_date";
  const birth = String(toFieldValues(readRawInput(form, [field]), [field], [])[field] ?? "");
  if (!isDay(birth) || !isAdult(birth, await getSchoolToday())) return [];
  const t = await getTranslations("desk.paper");
  return [{ field: `${field}_day`, text: t("grown_up") }];
}

/** The signature, with its errors. */
async function parseSignature(input: z.output<typeof paperSchema>) {
  const [t, today] = await Promise.all([getTranslations("desk.paper"), getSchoolToday()]);
  const { signed_by: signedBy, signed_on_day: day, signed_on_month: month, signed_on_year: year } = input;
  const signedOn = parseDate({ day, month, year }) ?? "";
  const problems: NonNullable<ActionState["problems"]> = [];
  if (signedBy === "") problems.push({ field: "signed_by", text: t("signed_by_required") });
  if ([...signedBy].length > LIMITS.name)
    problems.push({ field: "signed_by", text: t("signed_by_too_long") });
  if (!isDay(signedOn)) problems.push({ field: "signed_on_day", text: t("signed_on_required") });
  else if (signedOn > today) problems.push({ field: "signed_on_day", text: t("signed_on_future") });
  return { signedBy, signedOn: signedOn as Day, problems };
}
