"use server";

import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import type { StepState } from "@/components/form/step-state";
import { HONEYPOT, PROOF } from "@/components/form/step-state";
import { isDatabaseAway } from "@/lib/errors";
import type { Branch, Typed } from "@/lib/form/answers";
import { readTyped } from "@/lib/form/form-values";
import {
  changeDraft,
  createDraft,
  type DraftContent,
  deleteDraft,
  emptyDraft,
} from "@/lib/form/server/draft";
import { checkStep, type Flow, firstOpenStep, flowOf } from "@/lib/form/server/form-flow";
import { mayGoOn } from "@/lib/form/server/form-limits";
import { formSchool } from "@/lib/form/server/form-school";
import { saved, withTyped } from "@/lib/form/server/save-step";
import { sendDraft } from "@/lib/form/server/send-draft";
import { fieldsOf, isBeforeBranch, isStep, placeOf, type StepId } from "@/lib/form/steps";
import { LANGUAGE, type Locale, locales } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { errorFields, logger } from "@/lib/logger";
import { currentDraft, draftToken, dropDraftCookie, keepDraftCookie } from "./draft-cookie";

/** The page that was answered: for which branch it asked, and whether check answers gets the family back. */
type Opened = { step: StepId; branch: Branch | undefined; fromCheck: boolean };

/** Continue: checks a step's answers, saves them and leads on; or says what is wrong. */
export async function saveStep(opened: Opened, _: StepState, form: FormData): Promise<StepState> {
  const typed = typedOf(opened, form);
  const language = wantedLanguage(form);
  const outcome = await orRefusal(typed, () => save(opened, typed, language !== undefined));
  if ("refusal" in outcome || "problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale: language ?? (await getLocale()) });
}

/** Remembers what was typed and refused in the browser, so that it survives a reload (wizard 10). */
export async function keepTyped(opened: Omit<Opened, "fromCheck">, form: FormData): Promise<void> {
  const { step } = opened;
  const typed = typedOf(opened, form);
  await orRefusal(typed, async () => {
    if (step === "check" || !(await mayGoOn("steps", await address()))) return { problems: {} };
    const school = await formSchool();
    const keep = (content: DraftContent) =>
      content.sent || !isStillAsked(opened, flowOf(content, school))
        ? content
        : withTyped(content, step, typed);
    const known = await changeDraft(await draftToken(), keep);
    if (!known) await keepDraftCookie(await createDraft(keep(emptyDraft())));
    return { problems: {} };
  });
}

/** The last Continue: sends everything, once. */
export async function submitEnrollment(state: StepState, form: FormData): Promise<StepState> {
  if (wantedLanguage(form))
    return saveStep({ step: "check", branch: undefined, fromCheck: false }, state, form);
  const typed: Typed = form.get("terms_and_conditions") ? { terms_and_conditions: "on" } : {};
  const locale = (await getLocale()) as Locale;
  const outcome = await orRefusal(typed, () => submit(form, typed, locale));
  if ("refusal" in outcome || "problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale });
}

/** "Delete my answers": from the school and from this browser. */
export async function clearDraft() {
  const locale = (await getLocale()) as Locale;
  await deleteDraft(await draftToken());
  await dropDraftCookie();
  redirect({ href: "/enroll?deleted=yes", locale });
}

/** Forgets what was sent, so that another enrollment can be made. */
export async function startAnother() {
  const locale = (await getLocale()) as Locale;
  await deleteDraft(await draftToken());
  await dropDraftCookie();
  redirect({ href: "/enroll", locale });
}

type Onward = { href: string };

async function save(opened: Opened, typed: Typed, stay: boolean): Promise<StepState | Onward> {
  const { step, fromCheck } = opened;
  if (!(await mayGoOn("steps", await address()))) return { problems: {}, typed, refusal: "tooMany" };
  const [school, draft] = await Promise.all([formSchool(), currentDraft()]);
  if (draft?.content.sent) return { href: "/enroll/done" };
  if (school.open.length === 0) return { href: "/enroll" };

  const before = draft?.content ?? emptyDraft();
  const flow = flowOf(before, school);
  if (stay) {
    const blank = !draft && !Object.values(typed).some(Boolean);
    if (!blank && (step === "check" || isStillAsked(opened, flow)))
      await store((content) => withTyped(content, step, typed));
    return { href: stepHref(step, fromCheck) };
  }
  if (step === "check" || !isStillAsked(opened, flow)) return { href: stepHref(firstOpenStep(flow, school)) };
  const { values, problems } = checkStep(step, typed, flow, school);
  if (Object.keys(problems).length > 0) return { problems, typed };

  const content = await store((current) =>
    isStillAsked(opened, flowOf(current, school)) ? saved(current, step, values, school) : current,
  );
  const after = flowOf(content, school);
  const open = firstOpenStep(after, school);
  if (fromCheck) return { href: hrefFromCheck(open) };
  return { href: stepHref(placeOf(step, after.steps).next ?? open) };
}

/** Another tab may have changed the birth date since: a page that asked another branch's person says nothing now. */
const isStillAsked = ({ step, branch }: Omit<Opened, "fromCheck">, flow: Flow) =>
  flow.steps.includes(step) && (isBeforeBranch(step) || branch === flow.branch);

async function submit(form: FormData, typed: Typed, locale: Locale): Promise<StepState | Onward> {
  if (form.get(HONEYPOT)) return { problems: {}, typed, refusal: "honeypot" };
  const draft = await currentDraft();
  if (!draft) return { href: "/enroll" };
  const outcome = await sendDraft(draft, {
    accepted: typed.terms_and_conditions === "on",
    termsUrl: String(form.get("terms_url") ?? ""),
    proof: String(form.get(PROOF) ?? ""),
    address: await address(),
    locale,
  });
  if ("sent" in outcome) {
    const token = await draftToken();
    await changeDraft(token, () => ({ ...emptyDraft(), sent: outcome.sent }));
    if (token) await keepDraftCookie(token);
    return { href: "/enroll/done" };
  }
  if ("problems" in outcome) return { problems: outcome.problems, typed };
  if ("refusal" in outcome) return { problems: {}, typed, refusal: outcome.refusal };
  return { href: outcome.step === "start" ? "/enroll" : hrefFromCheck(outcome.step) };
}

/** Changes the family's draft, or begins one, and renews its cookie. */
async function store(change: Parameters<typeof changeDraft>[1]) {
  const known = await draftToken();
  const changed = await changeDraft(known, change);
  const content = changed ?? change(emptyDraft());
  await keepDraftCookie(changed && known ? known : await createDraft(content));
  return content;
}

/** What goes wrong on our side keeps the family on its page with everything it typed. */
async function orRefusal(typed: Typed, work: () => Promise<StepState | Onward>): Promise<StepState | Onward> {
  try {
    return await work();
  } catch (error) {
    const away = isDatabaseAway(error);
    if (!away) logger.error({ error: errorFields(error) }, "form");
    return { problems: {}, typed, refusal: away ? "unavailable" : "failed" };
  }
}

/** Only the step's own controls are read, whatever else was posted. */
function typedOf({ step }: Pick<Opened, "step">, form: FormData): Typed {
  if (!isStep(step)) return {};
  const fields = new Set([...fieldsOf(step, "adult"), ...fieldsOf(step, "minor")]);
  return readTyped(form, [...fields]);
}

function wantedLanguage(form: FormData): Locale | undefined {
  const wanted = form.get(LANGUAGE);
  return locales.find((locale) => locale === wanted);
}

const stepHref = (step: StepId, fromCheck = false) => `/enroll/${step}${fromCheck ? "?from=check" : ""}`;
const hrefFromCheck = (step: StepId) => stepHref(step, step !== "check");

const address = async () => (await headers()).get("x-forwarded-for") ?? "";
