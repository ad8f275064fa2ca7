"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";
import { assertFormData } from "@/lib/platform/page-request";
import { NEW_CHILD, startFromAccount } from "@/lib/wizard/account/verbs";
import { createFormFlow, findFirstOpenStep } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool, readChosen, typedChoice } from "@/lib/wizard/drafts/queries";
import { saveInput } from "@/lib/wizard/drafts/verbs";
import { createDraft, type DraftContent, deleteDraft, readDraft } from "@/lib/wizard/drafts/writes";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import type { Answers } from "@/lib/wizard/types";
import { getClientAddress } from "../_lib/client-address";
import { getSignedInPersonId } from "../(account)/_lib/session";
import { getUnlockedDraft, readDraftToken, setDraftCookie } from "./_lib/draft-cookie";

/** A new request in the account (families 5). */
export async function startEnrollmentAction(_: undefined, form: FormData): Promise<never> {
  assertFormData(form);
  const locale = await getLocale();
  const personId = await getSignedInPersonId();
  if (!personId) return redirect({ href: "/sign-in?onward=enroll", locale });
  const studentId = String(form.get("whom"));
  const [school, currentDraft] = await Promise.all([
    getFormSchool(studentId === NEW_CHILD ? undefined : { student: studentId }),
    getUnlockedDraft(),
  ]);
  const [course, instrument] = [String(form.get("course")), String(form.get("instrument"))];
  const chosen = readChosen({ course, instrument }, school);
  const started = await startFromAccount(personId, studentId, school, currentDraft?.content, {
    year: chosen?.year ?? (Number(form.get("year")) || undefined),
    studies: parseStudies(form),
  });
  const content =
    started && chosen ? saveInput(started, "specialities", { typed: typedChoice(chosen) }) : started;
  if (
    !content ||
    school.openYears.length === 0 ||
    !(await tryConsumeFormLimit("drafts", await getClientAddress()))
  )
    return redirect({ href: "/enroll", locale });

  const draft = content === currentDraft?.content ? currentDraft : await replaceDraft(content);
  const openStep = draft && findFirstOpenStep(createFormFlow(draft.content, school), school);
  return redirect({ href: `/enroll/${openStep ?? ""}${chosen?.query ?? ""}`, locale });
}

/** From `formatRenewal`; the wizard asks whether to change it. */
function parseStudies(form: FormData): Answers | undefined {
  const [, speciality, syllabus] = /^\S+ (\d{1,9}|-) (\d{1,9}|-)$/.exec(String(form.get("stay"))) ?? [];
  if (!speciality || !syllabus) return;
  const parseId = (text: string) => (text === "-" ? undefined : Number(text));
  return { student_speciality_option1: parseId(speciality), student_syllabi_option1: parseId(syllabus) };
}

/** Replaces this browser's draft. */
async function replaceDraft(content: DraftContent) {
  const token = await createDraft(content);
  if (await getUnlockedDraft()) await deleteDraft(await readDraftToken());
  await setDraftCookie(token);
  return readDraft(token);
}
