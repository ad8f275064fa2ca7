"use server";

import { after } from "next/server";
import { getLocale } from "next-intl/server";
import type { Overtaking, StepState } from "@/components/form/step-state";
import { HONEYPOT } from "@/components/form/step-state";
import { SAME, type Typed } from "@/lib/form/answers";
import { turnedTo, turnedToKey } from "@/lib/form/server/children";
import { changeDraft, type DraftContent, deleteDraft, emptyDraft } from "@/lib/form/server/draft";
import { checkStep, firstOpenStep, flowOf, ledThrough } from "@/lib/form/server/form-flow";
import { mayGoOn } from "@/lib/form/server/form-limits";
import { formSchool } from "@/lib/form/server/form-school";
import {
  asksTheSame,
  asOpened,
  isLost,
  isStillAsked,
  keeping,
  type Opened,
  typedOf,
} from "@/lib/form/server/keep-typed";
import { offerDraft } from "@/lib/form/server/offered-draft";
import { withAnswers, withTyped } from "@/lib/form/server/save-step";
import { sendDraft } from "@/lib/form/server/send-draft";
import { isStep, lastStep, placeOf } from "@/lib/form/steps";
import { LANGUAGE, type Locale, locales } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { changedParts, SHOWN } from "@/lib/platform/fingerprint";
import { currentSandbox, inside } from "@/lib/platform/sandbox";
import { requesterAddress } from "../requester-address";
import { partsOfDraft } from "./check-page";
import { draftHere, draftToken, dropDraftCookie, keepDraftCookie } from "./draft-cookie";
import { changeFamilyDraft, overtaking } from "./family-draft";
import { changedHref, hrefFromCheck, signInHref, stepHref } from "./hrefs";
import { type Onward, orRefusal } from "./or-refusal";

/** Continue: checks a step's answers, saves them and leads on; or says what is wrong. */
export async function saveStep(opened: Opened, _: StepState, form: FormData): Promise<StepState> {
  const typed = typedOf(opened, form);
  const language = wantedLanguage(form);
  const stays = language !== undefined || form.has(SAME);
  const outcome = await orRefusal(typed, () => (stays ? stay(opened, form) : save(opened, typed, form)));
  if ("refusal" in outcome || "problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale: language ?? (await getLocale()) });
}

/**
 * Remembers what is typed and not saved yet, right or wrong, so that it survives a reload (wizard 10). Nobody is
 * led away while typing: what has become of the draft meanwhile is answered.
 */
export async function keepTyped(opened: Opened, form: FormData): Promise<Overtaking | undefined> {
  const typed = typedOf(opened, form);
  let overtaken: Overtaking | undefined;
  if (!isStep(opened.step)) return;
  await orRefusal(typed, async () => {
    overtaken = await overtaking(opened);
    const keeps = overtaken === undefined || overtaken === "signedOut";
    if (keeps && (await mayGoOn("keeps", await requesterAddress()))) {
      const keep = keeping(opened, form, await formSchool());
      // What another tab asks about now stays what is asked about.
      const kept = (draft: DraftContent) => turnedToKey(keep(draft), draft.key ?? 0);
      await changeFamilyDraft(opened, kept, { renew: false });
    }
    return { problems: {} };
  });
  return overtaken;
}

/** The last Continue: sends everything, once. */
export async function submitEnrollment(opened: Opened, state: StepState, form: FormData): Promise<StepState> {
  const typed = typedOf(opened, form);
  if (wantedLanguage(form)) return saveStep(opened, state, form);
  const locale = (await getLocale()) as Locale;
  const outcome = await orRefusal(typed, () => submit(opened, form, typed, locale), "unsure");
  if ("refusal" in outcome || "problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale });
}

/** "Delete my answers": from the school and from this browser. */
export async function clearDraft(): Promise<never> {
  const locale = (await getLocale()) as Locale;
  await deleteDraft(await draftToken());
  await dropDraftCookie();
  return redirect({ href: "/enroll?deleted=yes", locale });
}

/** Forgets what was sent, so that another enrollment can be made. */
export async function startAnother(): Promise<never> {
  const locale = (await getLocale()) as Locale;
  await deleteDraft(await draftToken());
  await dropDraftCookie();
  return redirect({ href: "/enroll", locale });
}

/** For a page that no browser has from us, or from a build that knew other steps. */
const NO_STEP: Onward = { href: "/enroll" };

async function save(opened: Opened, typed: Typed, form: FormData): Promise<StepState | Onward> {
  const { step, fromCheck } = opened;
  if (!isStep(step)) return NO_STEP;
  if (!(await mayGoOn("steps", await requesterAddress()))) return { problems: {}, typed, refusal: "tooMany" };
  const [school, { draft, lockedFor }] = await Promise.all([formSchool(), draftHere()]);
  if (draft?.content.sent) return { href: "/enroll/done" };
  if (lockedFor) return keepForSignIn(opened, typed);
  if (school.open.length === 0) return { href: "/enroll" };

  const flow = flowOf(asOpened(draft?.content ?? emptyDraft(), opened), school);
  if (!isStillAsked(opened, flow)) {
    if (!draft) await changeFamilyDraft(opened, (content) => withTyped(content, step, { typed }));
    return { href: `${stepHref(firstOpenStep(flow, school))}${draft ? "?overtaken=yes" : ""}` };
  }
  const { values, problems } = checkStep(step, typed, flow, school);
  const isChanged = !asksTheSame(opened, flow, form);
  if (!isChanged && Object.keys(problems).length > 0) return { problems, typed };

  let isSaved = false;
  const content = await changeFamilyDraft(opened, (draft) => {
    const current = asOpened(draft, opened);
    const now = flowOf(current, school);
    isSaved = isStillAsked(opened, now) && asksTheSame(opened, now, form);
    if (isSaved) return withAnswers(current, step, values, school);
    return isStillAsked(opened, now) ? withTyped(current, step, { typed }) : draft;
  });
  if (!isSaved) return { href: changedHref(step, { fromCheck }) };
  const after = flowOf(content, school);
  const open = firstOpenStep(after, school);
  if (fromCheck) return { href: hrefFromCheck(open) };
  return { href: stepHref(placeOf(step, ledThrough(after, step)).next ?? open) };
}

/** A session that ended loses no answer: what was typed waits until whose account it is signs in again. */
async function keepForSignIn(opened: Opened, typed: Typed): Promise<Onward> {
  const keep = (content: DraftContent) => withTyped(asOpened(content, opened), opened.step, { typed });
  await changeFamilyDraft(opened, keep);
  return { href: signInHref(opened.step) };
}

/** The same page in another language, with what is typed on it. */
async function stay(opened: Opened, form: FormData): Promise<StepState | Onward> {
  if (!isStep(opened.step)) return NO_STEP;
  if (!(await mayGoOn("steps", await requesterAddress()))) return { problems: {}, refusal: "tooMany" };
  const [school, { draft, lockedFor }] = await Promise.all([formSchool(), draftHere()]);
  if (lockedFor) return keepForSignIn(opened, typedOf(opened, form));
  const blank = !draft && !Object.values(typedOf(opened, form)).some(Boolean);
  const lost = !draft && isLost(opened, await draftToken());
  if (lost || !blank) await changeFamilyDraft(opened, keeping(opened, form, school));
  return { href: stepHref(opened.step, opened.fromCheck) };
}

async function submit(
  opened: Opened,
  form: FormData,
  typed: Typed,
  locale: Locale,
): Promise<StepState | Onward> {
  if (form.get(HONEYPOT)) return { problems: {}, typed, refusal: "honeypot" };
  const { draft, lockedFor } = await draftHere();
  if (lockedFor) return { href: signInHref(lastStep) };
  if (!draft) return save(opened, {}, form);
  const changed = draft.content.sent ? [] : changedParts(form.get(SHOWN), await partsOfDraft(draft.content));
  if (changed.length > 0) return { href: changedHref(lastStep, { parts: changed }) };
  const outcome = await sendDraft(draft, {
    accepted: typed.terms_and_conditions === "on",
    termsUrl: String(form.get("terms_url") ?? ""),
    address: await requesterAddress(),
    locale,
  });
  if ("sent" in outcome) {
    const token = await draftToken();
    await changeDraft(token, () => ({ ...emptyDraft(), sent: outcome.sent }));
    if (token) await keepDraftCookie(token);
    return { href: "/enroll/done" };
  }
  if ("problems" in outcome) return { problems: outcome.problems, typed };
  // Once everybody has been answered alike, the one whose address it is may hear more.
  if ("refusal" in outcome && outcome.refusal === "duplicate") {
    const sandbox = currentSandbox();
    after(() => inside(sandbox, () => offerDraft(draft.id)));
  }
  if ("refusal" in outcome) return { problems: {}, typed, refusal: outcome.refusal };
  if ("enrolled" in outcome) return { href: "/enroll?enrolled=yes" };
  if (outcome.step === "start") return { href: "/enroll" };
  const { child } = outcome;
  if (child !== undefined) await changeDraft(await draftToken(), (content) => turnedTo(content, child));
  return { href: hrefFromCheck(outcome.step) };
}

function wantedLanguage(form: FormData): Locale | undefined {
  return locales.find((locale) => locale === form.get(LANGUAGE));
}
