import type { Prisma } from "@/generated/prisma/client";
import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { isAdult } from "@/lib/enrollment/field-schemas";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { enqueueMessage } from "@/lib/mail/writes";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { tryConsume } from "@/lib/platform/limits";
import { createFormFlow } from "@/lib/wizard/drafts/form-flow";
import { addOnlyYear, type FormSchool, findLastStudies, getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers } from "@/lib/wizard/drafts/verbs";
import {
  type ChildContent,
  createEmptyDraft,
  type DraftContent,
  moveDraft,
  readDraftById,
  readStudent,
} from "@/lib/wizard/drafts/writes";
import { isOtherAdult, isSameChild } from "@/lib/wizard/same-person";
import { findStep, getBranch, listStepFields, pickAnswers, type StepId } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";

export const NEW_CHILD = "new";

type Chosen = { year?: number; studies?: Answers };

/**
 * The draft bound to an account; children whom the school knows are recognised. Another adult, who typed the owner's
 * address, stays without an account and needs another address.
 */
export async function bindDraft(content: DraftContent, personId: string): Promise<DraftContent> {
  const { today } = await getSchoolContext();
  const people = await listEnrollablePeople(personId, today);
  const { answers } = content;
  if (
    getBranch(answers, today) === "adult" &&
    people.some((person) => person.isOwn && isOther(person, answers))
  )
    return { ...content, others: [pickAnswers(["student_email"], answers)] };
  const bind = <C extends ChildContent>(child: C): C => {
    const studentId =
      getBranch(child.answers, today) === "adult"
        ? personId
        : people.find((person) => isChild(person, child.answers))?.person.id;
    return { ...child, ...(studentId && { student: studentId }) };
  };
  const { children } = content;
  return { ...bind(content), by: personId, ...(children && { children: children.map(bind) }) };
}

/**
 * Starts a draft in an account: for the person, an existing child, or a new child (families 5). An existing draft about
 * the same student continues, in the chosen year.
 * @param studentId a student's id, or `NEW_CHILD`
 * @param chosen school year and course chosen before
 * @param draft this browser's draft
 * @returns undefined when the person may not enroll that student
 */
export async function startFromAccount(
  personId: string,
  studentId: string,
  school: FormSchool,
  draft: DraftContent = createEmptyDraft(),
  chosen: Chosen = {},
): Promise<DraftContent | undefined> {
  const people = await listEnrollablePeople(personId, school.context.today);
  const match = people.find(({ person }) => person.id === studentId);
  if (people.length === 0 || (studentId !== NEW_CHILD && !match)) return;
  if (draft.by === personId && !draft.sent && draft.student === match?.person.id)
    return isOtherYear(draft, chosen, match, school) ? changeYear(draft, chosen, school) : draft;
  const base = draft.by || draft.sent ? createEmptyDraft() : draft;
  const branch = getBranch(base.answers, school.context.today);
  if (!match) return bindDraft(branch === "adult" ? createEmptyDraft() : base, personId);
  if (match.isOwn && branch === "adult" && !isOther(match, base.answers)) return bindDraft(base, personId);
  return match.enrollments.length === 0
    ? { ...createEmptyDraft(), by: personId, student: studentId }
    : createNextYearDraft(personId, match, school, chosen);
}

export const listYearsLeft = ({ enrollments }: EnrollablePerson, { openYears }: FormSchool) =>
  openYears.filter(
    (year) => !enrollments.some(({ isActive, schoolYearId }) => isActive && schoolYearId === year.id),
  );

const isOther = ({ person }: EnrollablePerson, answers: Answers) =>
  isOtherAdult(answers, readStudent(person));

const isChild = ({ isOwn, person }: EnrollablePerson, answers: Answers) =>
  !isOwn && isSameChild(answers, readStudent(person));

const isOtherYear = (
  { answers }: DraftContent,
  { year }: Chosen,
  match: EnrollablePerson | undefined,
  school: FormSchool,
): boolean =>
  match !== undefined &&
  addOnlyYear(answers, school).school_year_id !== year &&
  listYearsLeft(match, school).some(({ id }) => id === year);

/** The studies are filled in with the chosen ones, else those of the draft, and asked again. */
function changeYear({ pending, ...draft }: DraftContent, chosen: Chosen, school: FormSchool): DraftContent {
  const { specialities: _, ...otherPending } = pending ?? {};
  const studies: readonly string[] = listStepFields("specialities");
  const done = draft.done.filter((field) => !studies.includes(field));
  return fillInYear({ ...draft, pending: otherPending, done }, chosen, school);
}

/** A draft for another year: fills in the only open year, the experience and the chosen or previous specialities. */
async function createNextYearDraft(
  personId: string,
  child: EnrollablePerson,
  school: FormSchool,
  chosen: Chosen,
): Promise<DraftContent> {
  const last = await findLastStudies(child.person.id);
  const years = listYearsLeft(child, school);
  const year = years.find(({ id }) => id === chosen.year) ?? (years.length === 1 ? years[0] : undefined);
  const content: DraftContent = {
    by: personId,
    student: child.person.id,
    ...(last && { choicesOf: last.schoolYearId }),
    answers: { ...last?.experience, ...last?.specialities },
    done: [],
  };
  if (!year) return content;
  return fillInYear(content, year.id === chosen.year ? chosen : { year: year.id }, school);
}

/** A year that is certain gets no page and is not counted as a step. */
function fillInYear(content: DraftContent, { year, studies }: Chosen, school: FormSchool): DraftContent {
  const yearStep = findStep("school_year_id", "adult") as StepId;
  const draft = saveAnswers({ ...content, given: [yearStep] }, yearStep, { school_year_id: year }, school);
  return { ...draft, answers: { ...draft.answers, ...studies } };
}

/**
 * E-mails the owner of a draft's address when the draft was refused as a duplicate; the link opens the last refused
 * draft (families 7). At most one message an hour per address. Call it after the response, which must not reveal
 * whether the address is known.
 */
export async function offerDraft(draftId: Uint8Array): Promise<void> {
  const [draft, { context }] = await Promise.all([readDraftById(draftId), getFormSchool()]);
  const key = draft && (await getOwnerEmailKey(draft.content));
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
  const offer = await findOffer(prisma(), personId);
  const draft = offer && (await readDraftById(offer.draftId));
  const isForPerson = draft && (await getOwnerEmailKey(draft.content)) === offer.person.emailKey;
  return isForPerson ? offer.offeredAt : undefined;
}

/**
 * Moves the offered draft to the person's browser and returns its new token. Undefined when it is gone, was sent, or
 * has another address now.
 */
export async function takeOfferedDraft(
  tx: Prisma.TransactionClient,
  personId: string,
): Promise<string | undefined> {
  const offer = await findOffer(tx, personId);
  if (!offer) return;
  return moveDraft(tx, offer.draftId, async (content) =>
    (await getOwnerEmailKey(content)) === offer.person.emailKey ? bindDraft(content, personId) : undefined,
  );
}

export const takeOwnDraft = (personId: string): Promise<string | undefined> =>
  prisma().$transaction((tx) => takeOfferedDraft(tx, personId));

/** Limited to the browser's sandbox, because drafts do not move between sandboxes. */
const findOffer = (db: Pick<Prisma.TransactionClient, "draftOffer">, personId: string) =>
  db.draftOffer.findFirst({
    where: { person: { id: personId } },
    select: { draftId: true, offeredAt: true, person: { select: { emailKey: true } } },
  });

/** The address of the adult or guardian, who alone may take the draft. */
async function getOwnerEmailKey(content: DraftContent): Promise<string | undefined> {
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
