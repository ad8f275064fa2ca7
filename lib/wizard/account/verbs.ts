import type { Prisma } from "@/generated/prisma/client";
import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { isAdult, toDocumentKey } from "@/lib/enrollment/field-schemas";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { enqueueMessage } from "@/lib/mail/writes";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { tryConsume } from "@/lib/platform/limits";
import { createFormFlow } from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, findLastStudies, getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers } from "@/lib/wizard/drafts/verbs";
import {
  type ChildContent,
  createEmptyDraft,
  type DraftContent,
  moveDraft,
  readDraftById,
} from "@/lib/wizard/drafts/writes";
import { findStep, getBranch, type StepId } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";

export const NEW_CHILD = "new";

type Chosen = { year?: number; studies?: Answers };

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

export const listYearsLeft = ({ enrollments }: EnrollablePerson, { open }: FormSchool) =>
  open.filter(
    (year) => !enrollments.some(({ isActive, schoolYearId }) => isActive && schoolYearId === year.id),
  );

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
