import type { Prisma } from "@/generated/prisma/client";
import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { isAdult, toDocumentKey } from "@/lib/enrollment/field-schemas";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { enqueueMessage } from "@/lib/mail/writes";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { changedParts, type Parts, SHOWN } from "@/lib/platform/fingerprint";
import { tryConsume } from "@/lib/platform/limits";
import { assertFormData } from "@/lib/platform/page-request";
import {
  createFormFlow,
  type FormFlow,
  listAskedFields,
  selectChildByKey,
} from "@/lib/wizard/drafts/form-flow";
import { addOnlyYear, type FormSchool, findLastStudies, getFormSchool } from "@/lib/wizard/drafts/queries";
import { carryChoices } from "@/lib/wizard/drafts/rules";
import {
  type ChildContent,
  changeDraft,
  createDraft,
  createEmptyDraft,
  type DraftContent,
  mergeExistingAnswers,
  moveDraft,
  type PendingInput,
  readDraftById,
  switchBranch,
} from "@/lib/wizard/drafts/writes";
import { addUnticked, readRawInput, toRawInput, truncateInput } from "@/lib/wizard/form-values";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { getField } from "@/lib/wizard/questions";
import {
  findStep,
  getBranch,
  getStep,
  isBeforeBranch,
  isSharedStep,
  isStep,
  listStepFields,
  pickAnswers,
  pickComparedAnswers,
  type StepId,
} from "@/lib/wizard/steps";
import {
  type Answers,
  type Branch,
  ERROR_FIELD,
  type FormField,
  type RawInput,
  SAME_COURSE_BUTTON,
  SUBJECT_FIELD,
} from "@/lib/wizard/types";

/** The draft bound to an account; children whom the school knows are recognised. */
export async function bindDraft(content: DraftContent, personId: string): Promise<DraftContent> {
  const { today } = await getSchoolContext();
  const people = await listEnrollablePeople(personId, today);
  const bind = <C extends ChildContent>(child: C): C => {
    const known =
      getBranch(child.answers, today) === "adult" ? personId : childAmong(people, child)?.person.id;
    return { ...child, ...(known && { student: known }) };
  };
  const { children } = content;
  return { ...bind(content), by: personId, ...(children && { children: children.map(bind) }) };
}

/**
 * Saves a step's answers. A birth date of the other branch sets this branch's answers aside (wizard 2); another school
 * year carries the choices over (wizard 26). A draft that was sent in another tab is not changed (wizard 30).
 */
export function saveAnswers(
  draft: DraftContent,
  step: StepId,
  values: Answers,
  school: FormSchool,
): DraftContent {
  if (draft.sent) return draft;
  const { today } = school.context;
  const given = mergeExistingAnswers(draft);
  const before = switchBranch(draft, getBranch(given, today));
  const content = switchBranch(before, getBranch({ ...given, ...values }, today));
  const { pending: { [step]: accepted, ...pending } = {}, cleared, lost, ...kept } = content;
  const known = addOnlyYear(content.answers, school);
  const next: DraftContent = {
    ...kept,
    ...(lost && content.done.length === 0 && { lost }),
    pending,
    answers: { ...known, ...values },
    done: [...new Set([...content.done, ...Object.keys(values)])],
  };
  const isCarried = content.choicesOf === undefined && values.school_year_id === known.school_year_id;
  if (values.school_year_id === undefined || isCarried) {
    const seen = listStepFields(step).some(isChoice);
    return { ...next, ...(cleared && !seen && { cleared }) };
  }
  return inYear(next, known, school);
}

/** Saves input, valid or not, until the step is saved. */
export const saveInput = (
  content: DraftContent,
  step: StepId,
  { typed, refused }: PendingInput,
): DraftContent =>
  content.sent
    ? content
    : {
        ...content,
        pending: {
          ...content.pending,
          [step]: {
            typed: truncateInput(addUnticked(typed, listStepFields(step)), listStepFields(step)),
            ...(refused && { refused }),
          },
        },
      };

/** A child without a person in the database. */
export const NEW_CHILD = "new";

type Chosen = { year?: number; studies?: Answers };

/**
 * Starts a draft in an account: for the person, an existing child, or a new child (families 5). An existing draft about
 * the same student continues.
 * @param whom a student's id, or `NEW_CHILD`
 * @param chosen school year and course chosen before
 * @param before this browser's draft
 * @returns undefined when the person may not enroll that student
 */
export async function startFromAccount(
  by: string,
  whom: string,
  school: FormSchool,
  before: DraftContent = createEmptyDraft(),
  chosen: Chosen = {},
): Promise<DraftContent | undefined> {
  const people = await listEnrollablePeople(by, school.context.today);
  const one = people.find(({ person }) => person.id === whom);
  if (people.length === 0 || (whom !== NEW_CHILD && !one)) return;
  if (before.by === by && !before.sent && before.student === one?.person.id) return before;
  const kept = before.by || before.sent ? createEmptyDraft() : before;
  const branch = getBranch(kept.answers, school.context.today);
  if (!one) return bindDraft(branch === "adult" ? createEmptyDraft() : kept, by);
  if (one.isOwn && branch === "adult") return bindDraft(kept, by);
  return one.enrollments.length === 0
    ? { ...createEmptyDraft(), by, student: whom }
    : nextYear(by, one, school, chosen);
}

/** The open years in which the student is not enrolled yet. */
export const listYearsLeft = ({ enrollments }: EnrollablePerson, { open }: FormSchool) =>
  open.filter(
    (year) => !enrollments.some(({ isActive, schoolYearId }) => isActive && schoolYearId === year.id),
  );

/**
 * The page that was submitted: its branch and child, whether it returns to check answers, and the course in its
 * address.
 */
export type OpenedPage = {
  step: StepId;
  branch: Branch | undefined;
  child: number;
  fromCheck: boolean;
  chosen?: RawInput;
};

type Change = (content: DraftContent) => DraftContent;

/**
 * Changes the token's draft or creates one.
 * @param address the client's, which may create a limited number
 * @returns the new content and its token
 * @throws AppError `rate_limited`
 */
export async function changeOrCreateDraft(
  opened: OpenedPage,
  change: Change,
  { token, address }: { token: string | undefined; address: string },
): Promise<{ content: DraftContent; token: string }> {
  const changeAll = (content: DraftContent) => withChosen(change(content), opened);
  const changed = await changeDraft(token, changeAll);
  if (changed && token) return { content: changed, token };
  if (!(await tryConsumeFormLimit("drafts", address))) throw new AppError("rate_limited");
  const content = changeAll(isDraftLost(opened, token) ? lostDraft(opened) : createEmptyDraft());
  return { content, token: await createDraft(content) };
}

/** Whether the page belonged to a draft that expired or was deleted. */
export const isDraftLost = ({ step, fromCheck }: OpenedPage, token: string | undefined) =>
  token !== undefined || fromCheck || !isBeforeBranch(step);

/** The draft with the page's child as the current one; another tab may have switched. */
export const selectOpenedChild = (content: DraftContent, { child }: OpenedPage) =>
  selectChildByKey(content, child);

/**
 * Whether the page still asks about the same child and branch; another tab may have changed the birth date or removed
 * the child.
 */
export const isStillAsked = (
  { step, branch, child }: OpenedPage,
  { steps, branch: now, content }: FormFlow,
) =>
  steps.includes(step) &&
  (isBeforeBranch(step) || branch === now) &&
  (isSharedStep(step) || child === (content.key ?? 0));

/** The other answers that determine what the page asks; its form carries them as `ShownField`. */
export const questionOf = (step: StepId, flow: FormFlow): Parts => ({
  question: [
    listAskedFields(step, flow),
    pickComparedAnswers(step, flow.answers),
    pickAnswers(getStep(step).names ?? [], flow.answers),
  ],
});

/** Whether those answers are unchanged; a form without them is accepted. */
export const asksTheSame = ({ step }: { step: StepId }, flow: FormFlow, form: FormData) =>
  !form.has(SHOWN) || changedParts(form.get(SHOWN), questionOf(step, flow)).length === 0;

/** Reads only the step's own controls. */
export function readStepInput({ step }: Pick<OpenedPage, "step">, form: FormData): RawInput {
  assertFormData(form);
  if (!isStep(step)) return {};
  return readRawInput(form, listStepFields(step));
}

/** Saves the page's input, unless the page asked about somebody else. */
export function createInputChange(opened: OpenedPage, form: FormData, school: FormSchool): Change {
  const same = form.get(SAME_COURSE_BUTTON);
  const page = { typed: readStepInput(opened, form), refused: same === null && form.has(ERROR_FIELD) };
  return (draft) => {
    const content = selectOpenedChild(draft, opened);
    if (typeof same === "string") Object.assign(page.typed, courseOf(selectChildByKey(draft, Number(same))));
    return content.lost || isStillAsked(opened, createFormFlow(content, school))
      ? saveInput(content, opened.step, page)
      : draft;
  };
}

/** Saves the input of a form from another build. @returns the draft's token; undefined above the limit of drafts */
export async function saveInputOfOldPage(
  step: StepId,
  form: FormData,
  who: { token: string | undefined; address: string },
): Promise<string | undefined> {
  if (!(await tryConsumeFormLimit("steps", who.address))) return;
  const [branch, child] = String(form.get(SUBJECT_FIELD) ?? "").split(" ");
  const opened = {
    step,
    branch: (["adult", "minor"] as const).find((known) => known === branch),
    child: Number(child),
    fromCheck: false,
  };
  const page = { typed: readStepInput(opened, form), refused: form.has(ERROR_FIELD) };
  const change = form.has(SUBJECT_FIELD)
    ? createInputChange(opened, form, await getFormSchool())
    : (draft: DraftContent) => saveInput(draft, step, page); // a page that does not say whom it asked
  return (await changeOrCreateDraft(opened, change, who)).token;
}

/**
 * E-mails the owner of a draft's address when the draft was refused as a duplicate; the link opens the last refused
 * draft (families 7). At most one message an hour per address. Call it after the response, which must not reveal
 * whether the address is known.
 */
export async function offerDraft(draftId: Uint8Array): Promise<void> {
  const [draft, { context }] = await Promise.all([readDraftById(draftId), getFormSchool()]);
  const key = draft && (await addressOf(draft.content));
  const owner = key && (await findOwner(key, context.today));
  if (!owner) return;
  const { id: personId, locale } = owner;
  const offer = { draftId: new Uint8Array(draftId), offeredAt: new Date() };
  await prisma().draftOffer.upsert({
    where: { personId },
    create: { personId, ...offer },
    update: offer,
    select: { personId: true },
  });
  if (await tryConsume("link draft", Buffer.from(hashToken(key)).toString("base64url")))
    await prisma().$transaction((tx) => enqueueMessage(tx, { kind: "continue_draft", personId, locale }));
}

/** When a draft was offered to the person; undefined without an open offer. */
export async function getOfferTime(personId: string): Promise<Date | undefined> {
  const offer = await offerTo(prisma(), personId);
  const draft = offer && (await readDraftById(offer.draftId));
  const theirs = draft && (await addressOf(draft.content)) === offer.person.emailKey;
  return theirs ? offer.offeredAt : undefined;
}

/**
 * Moves the offered draft to the person's browser and returns its new token. Undefined when it is gone, was sent, or
 * has another address now.
 */
export async function takeOfferedDraft(
  tx: Prisma.TransactionClient,
  personId: string,
): Promise<string | undefined> {
  const offer = await offerTo(tx, personId);
  if (!offer) return;
  return moveDraft(tx, offer.draftId, async (content) =>
    (await addressOf(content)) === offer.person.emailKey ? bindDraft(content, personId) : undefined,
  );
}

export const takeOwnDraft = (personId: string): Promise<string | undefined> =>
  prisma().$transaction((tx) => takeOfferedDraft(tx, personId));

/** A guardian's child by e-mail, document, or name and birth date. */
function childAmong(people: EnrollablePerson[], { answers }: ChildContent): EnrollablePerson | undefined {
  const same = (typed: unknown, known: string | null, key: (text: string) => string) =>
    typeof typed === "string" && known !== null && key(typed) === key(known);
  return people.find(({ isOwn, person }) => {
    const { email, document, name, surname, birthDate } = person;
    if (isOwn) return false;
    return (
      same(answers.student_email, email, toEmailKey) ||
      same(answers.student_document, document, toDocumentKey) ||
      (same(answers.student_name, name, toEmailKey) &&
        same(answers.student_surname, surname, toEmailKey) &&
        birthDate !== null &&
        toDay(birthDate) === answers.student_birth_date)
    );
  });
}

/** Fields that a change of the year may clear. */
const isChoice = (field: FormField) => ["specialities", "syllabi"].includes(getField(field).stored?.in ?? "");

function inYear(content: DraftContent, before: Answers, school: FormSchool): DraftContent {
  const to = school.catalogueOf(Number(content.answers.school_year_id));
  const carry = <C extends ChildContent>({ choicesOf, ...child }: C) => {
    const from = school.catalogueOf(Number(choicesOf ?? before.school_year_id));
    const { carried, cleared } = carryChoices(child.answers, from, to);
    return {
      ...child,
      answers: { ...child.answers, ...carried },
      ...(cleared.length > 0 && { cleared }),
    };
  };
  const { children } = content;
  return { ...carry(content), ...(children && { children: children.map(carry) }) };
}

/** A draft for another year: fills in the only open year and the chosen or previous specialities. */
async function nextYear(
  by: string,
  one: EnrollablePerson,
  school: FormSchool,
  chosen: Chosen,
): Promise<DraftContent> {
  const last = await findLastStudies(one.person.id);
  const left = listYearsLeft(one, school);
  const year = left.find(({ id }) => id === chosen.year) ?? (left.length === 1 ? left[0] : undefined);
  const content: DraftContent = {
    by,
    student: one.person.id,
    ...(last && { choicesOf: last.schoolYearId }),
    answers: last?.specialities ?? {},
    done: [],
  };
  const asksForYear = findStep("school_year_id", "adult") as StepId;
  if (!year) return content;
  // A year that is certain gets no page and is not counted as a step.
  const given = { ...content, given: [asksForYear] };
  const begun = saveAnswers(given, asksForYear, { school_year_id: year.id }, school);
  return year.id === chosen.year ? { ...begun, answers: { ...begun.answers, ...chosen.studies } } : begun;
}

/** Fills in the course chosen before the wizard, unless its step is answered. */
function withChosen(content: DraftContent, { step, chosen }: OpenedPage): DraftContent {
  const isAnswered = step === "specialities" || content.done.includes("student_syllabi_option1");
  return chosen && !isAnswered ? saveInput(content, "specialities", { typed: chosen }) : content;
}

/** The input survives in the same branch only. */
const lostDraft = ({ branch }: OpenedPage): DraftContent => ({
  ...createEmptyDraft(),
  ...(branch && { branch }),
  lost: true,
});

const courseOf = ({ answers }: DraftContent) =>
  toRawInput(answers, ["student_speciality_option1", "student_syllabi_option1"]);

/** Limited to the browser's sandbox, because drafts do not move between sandboxes. */
const offerTo = (db: Pick<Prisma.TransactionClient, "draftOffer">, personId: string) =>
  db.draftOffer.findFirst({
    where: { person: { id: personId } },
    select: { draftId: true, offeredAt: true, person: { select: { emailKey: true } } },
  });

/** The address of the adult or guardian, who alone may take the draft. */
async function addressOf(content: DraftContent): Promise<string | undefined> {
  if (content.sent || content.by) return; // what goes on in an account is its owner's already
  const { branch, answers } = createFormFlow(content, await getFormSchool(content));
  const email = branch === "adult" ? answers.student_email : answers.guardian_email;
  return typeof email === "string" ? toEmailKey(email) : undefined;
}

/** Minors enroll nobody, so they are excluded. */
async function findOwner(key: string, today: Day) {
  const person = await prisma().person.findFirst({
    where: { emailKey: key, erasedAt: null },
    select: { id: true, email: true, locale: true, birthDate: true },
  });
  const minor = person?.birthDate && !isAdult(toDay(person.birthDate), today);
  return person && !minor && isDeliverable(person.email) ? person : undefined;
}
