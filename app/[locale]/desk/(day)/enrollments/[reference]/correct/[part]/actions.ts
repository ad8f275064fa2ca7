"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { validateFields } from "@/app/[locale]/_lib/validate-fields";
import { getListQuery, getPagePath } from "@/app/[locale]/desk/_lib/session";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import type { ActionOutcome, ActionState, FormInput } from "@/components/forms/action-state";
import { createPlaceNamer } from "@/lib/decisions/place";
import {
  correctParts,
  type EnrollmentPart,
  findPartChange,
  findUnrequested,
  listChanges,
  listPartOptions,
  type PartAnswers,
  readPartForDesk,
  toRuleYears,
  voidingFields,
} from "@/lib/desk/correction/queries";
import { assertEmailKept, correctAnswers } from "@/lib/desk/correction/verbs";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import type { AnswerLabels } from "@/lib/desk/record/queries";
import { isAdult } from "@/lib/enrollment/field-schemas";
import type { FieldName } from "@/lib/enrollment/fields";
import { getFieldColumn } from "@/lib/enrollment/stored-answers";
import { changedParts, fingerprintOf, SHOWN, shownOf } from "@/lib/platform/fingerprint";
import { readFormFields } from "@/lib/platform/page-request";
import { getSchoolToday } from "@/lib/school/settings";
import { listControls, listControlValues, readRawInput, toRawInput } from "@/lib/wizard/form-values";
import { getField } from "@/lib/wizard/questions";

/**
 * Fields whose input differs from the stored value, with the fields that belong to them. Unchanged values
 * are not validated: a country may no longer be offered.
 */
function getChangedFields({ fields, answers }: EnrollmentPart, form: FormData): FieldName[] {
  const [input, stored] = [readRawInput(form, fields), toRawInput(answers, fields)];
  const changed = new Set(
    fields.filter((field) => listControls([field]).some((key) => (input[key] ?? "") !== (stored[key] ?? ""))),
  );
  return fields.filter((field) => fields.some((other) => changed.has(other) && areRelated(field, other)));
}

function areRelated(field: FieldName, other: FieldName): boolean {
  const [own, theirs] = [getField(field), getField(other)];
  const list = own.stored && "option" in own.stored ? own.stored.in : undefined;
  return (
    field === other ||
    own.pairedWith === other ||
    theirs.pairedWith === field ||
    (list !== undefined && theirs.stored?.in === list)
  );
}

/** A prefix without a number, or a type without a document, counts as empty. */
function mergeAnswers({ fields, answers }: EnrollmentPart, checked: PartAnswers): PartAnswers {
  const merged: PartAnswers = Object.fromEntries(
    fields.map((field) => [field, field in checked ? checked[field] : answers[field]]),
  );
  for (const field of fields) {
    const { pairedWith } = getField(field);
    if (pairedWith && merged[field] === undefined) merged[pairedWith as FieldName] = undefined;
  }
  return merged;
}

/** The version that was edited, and the previewed changes. */
const correctionSchema = z.object({ version: optionalText, seen: optionalText });

/** Previews a correction, then saves exactly that (desk 14). */
export const correctAction = createStaffAction(async ({ actor }, form): Promise<ActionOutcome> => {
  const [reference = "", , name] = (await getPagePath()).split("/").slice(3);
  const list = await getListQuery();
  const part = correctParts.find((part) => part === name);
  const current = part && (await readPartForDesk(actor, reference, part));
  if (!part || !current) return { redirect: getEnrollmentUrl(reference, list) };

  const options = await listPartOptions(current);
  const labels = createAnswerLabels(await getLocale(), options);
  const { version, seen: previewed } = parseForm(form, correctionSchema);
  if (version !== current.version) return toConflict(current, labels, form);
  const checked = await validateFields(
    form,
    getChangedFields(current, form),
    current.branch,
    current.answers,
    { years: toRuleYears(current, options), isStaff: true },
  );
  if ("problems" in checked) return checked;

  const answers = mergeAnswers(current, checked.values as PartAnswers);
  const changes = listChanges(current, answers);
  const digest = fingerprintOf(changes);
  if (changes.length === 0 || previewed !== digest) return previewCorrection(current, answers, labels);
  const corrected = await correctAnswers({ reference, part, version, wanted: answers }, actor);
  if ("stale" in corrected) return toConflict(corrected.stale, labels, form);
  const query = { said: corrected.isPending ? "asked" : "corrected" };
  return { redirect: getEnrollmentUrl(reference, list, { query }) };
});

/** Previews the changes. */
async function previewCorrection(
  current: EnrollmentPart,
  answers: PartAnswers,
  labels: AnswerLabels,
): Promise<ActionState> {
  const t = await getTranslations("desk.correct");
  const changes = listChanges(current, answers);
  if (changes.length === 0) return { problems: [{ text: t("nothing") }] };
  assertEmailKept(changes);
  const today = await getSchoolToday();
  const isDecisive = changes.some(({ field }) => voidingFields.has(field));
  const isVoided = isDecisive && current.untold;
  const kept = isDecisive && !isVoided ? findUnrequested(current, answers) : undefined;
  const place = kept && (await createPlaceNamer(current.schoolYearId))(kept);
  // From then on e-mails go to the student.
  const comesOfAge = changes.some(
    ({ field, old, now }) =>
      field === "student_birth_date" && !isAdult(String(old), today) && isAdult(String(now), today),
  );
  return {
    difference: changes.map(({ field, old, now }) => ({
      label: labels.label(field),
      old: labels.format(field, old),
      now: labels.format(field, now),
    })),
    seen: fingerprintOf(changes),
    warning: [
      isVoided && t("voids"),
      place && t("stays", { state: kept.state, place }),
      comesOfAge && t("comesOfAge"),
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/** Somebody else changed it first: shows who, when and what; keeps the input and saves nothing (desk 12). */
async function toConflict(
  current: EnrollmentPart,
  labels: AnswerLabels,
  form: FormData,
): Promise<ActionState> {
  const [t, { instant }, change] = await Promise.all([
    getTranslations("desk.correct"),
    getDateFormats(),
    findPartChange(current),
  ]);
  const values = keepTypedInput(current, form);
  if (!change) return { problems: [{ text: t("changed") }], values };
  const changes = change.values.flatMap(({ name, old, new: now }) => {
    const changed = current.fields.find((field) => getFieldColumn(field) === name);
    const formatValue = (value: string | null) => (changed ? labels.format(changed, value) : "");
    return changed ? [`${labels.label(changed)}: ${formatValue(old)} → ${formatValue(now)}`] : [];
  });
  const since = t("since", {
    who: change.name ?? t(change.by === "family" ? "family" : "school"),
    time: instant(change.at),
    what: changes.length > 0 ? changes.join("; ") : t("wishes"),
  });
  return { problems: [{ text: `${t("changed")} ${since}` }], values };
}

/** Controls that were not changed since the form was displayed get the current values, so that nothing is reverted. */
function keepTypedInput({ fields, answers, version }: EnrollmentPart, form: FormData): FormInput {
  const current = listControlValues(toRawInput(answers, fields), fields);
  const typed = changedParts(form.get(SHOWN), listControlValues(readRawInput(form, fields), fields));
  const untouched = Object.entries(current).filter(([control]) => !typed.includes(control));
  return {
    ...readFormFields(form),
    ...Object.fromEntries(untouched.map(([control, value]) => [control, [value]])),
    version: [version],
    [SHOWN]: [shownOf(current)],
  };
}
