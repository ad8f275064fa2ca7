import type { Prisma } from "@/generated/prisma/client";
import { isAdult } from "@/lib/enrollment/values";
import { toEmailKey, isDeliverable } from "@/lib/mail/addresses";
import { enqueueMessage } from "@/lib/mail/queue";
import { type Day, toDay } from "@/lib/platform/dates";
import { tryConsume } from "@/lib/platform/limiter";
import { prisma } from "@/lib/platform/prisma";
import { hashToken } from "@/lib/platform/tokens";
import { bindDraft } from "./bind-draft";
import { type DraftContent, readDraftById, moveDraft } from "./draft";
import { createFormFlow } from "./form-flow";
import { getFormSchool } from "./form-school";

/**
 * Writes to whoever owns the address under which a refused draft was filled in, where the school knows it:
 * the link takes the draft that was refused last (families 7). One message an hour to an address, whoever
 * asks. Called once the refusal has been answered, which says nothing of it.
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

/** When somebody's draft was refused that they can still take; undefined where there is none. */
export async function getOfferTime(personId: string): Promise<Date | undefined> {
  const offer = await offerTo(prisma(), personId);
  const draft = offer && (await readDraftById(offer.draftId));
  const theirs = draft && (await addressOf(draft.content)) === offer.person.emailKey;
  return theirs ? offer.offeredAt : undefined;
}

/**
 * Takes the draft that was offered to somebody away from the browser in which it was begun. Returns its new
 * token; undefined when it is gone, was sent, or is filled in under another address by now.
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

/** What was offered to somebody of the browser's sandbox: into another one nothing is moved. */
const offerTo = (db: Pick<Prisma.TransactionClient, "draftOffer">, personId: string) =>
  db.draftOffer.findFirst({
    where: { person: { id: personId } },
    select: { draftId: true, offeredAt: true, person: { select: { emailKey: true } } },
  });

/** The same for who is signed in, without the link. */
export const takeOwnDraft = (personId: string): Promise<string | undefined> =>
  prisma().$transaction((tx) => takeOfferedDraft(tx, personId));

/** Under whose address it is filled in: an adult's own, or the guardian's; nobody else may take it. */
async function addressOf(content: DraftContent): Promise<string | undefined> {
  if (content.sent || content.by) return; // what goes on in an account is its owner's already
  const { branch, answers } = createFormFlow(content, await getFormSchool());
  const email = branch === "adult" ? answers.student_email : answers.guardian_email;
  return typeof email === "string" ? toEmailKey(email) : undefined;
}

/** A minor enrolls nobody, so a minor is not written to. */
async function findOwner(key: string, today: Day) {
  const person = await prisma().person.findFirst({
    where: { emailKey: key, erasedAt: null },
    select: { id: true, email: true, locale: true, birthDate: true },
  });
  const minor = person?.birthDate && !isAdult(toDay(person.birthDate), today);
  return person && !minor && isDeliverable(person.email) ? person : undefined;
}
