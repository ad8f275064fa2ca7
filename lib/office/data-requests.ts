import type { Prisma } from "@/generated/prisma/client";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { type Day, dayIn, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { erasePerson } from "@/lib/privacy/erase";
import { type ErasurePlan, planErasure } from "@/lib/privacy/erasure-plan";
import { personByEmail } from "@/lib/privacy/person-by-email";
import { type PersonalData, personalData } from "@/lib/privacy/personal-data";
import { askFor, type RequestKind } from "@/lib/privacy/requests";
import { settings } from "@/lib/school/settings";

const listed = {
  id: true,
  kind: true,
  personId: true,
  createdAt: true,
  dueOn: true,
  person: { select: { name: true, surname: true, email: true } },
} as const;

export type ListedRequest = {
  id: number;
  kind: RequestKind;
  personId: string;
  name: string;
  email: string;
  askedAt: Date;
  dueOn: Day;
};

/** What people have asked of their data and have no answer to, the first due first (desk 32). */
export async function listRequests(actor: Actor): Promise<ListedRequest[]> {
  demand(actor, "answer_data_requests");
  const rows = await prisma().dataRequest.findMany({
    where: { settledAt: null },
    orderBy: [{ dueOn: "asc" }, { id: "asc" }],
    select: listed,
  });
  return rows.map(({ kind, person, createdAt, dueOn, ...row }) => ({
    ...row,
    kind: kind as RequestKind,
    name: [person.name, person.surname].filter(Boolean).join(" "),
    email: person.email,
    askedAt: createdAt,
    dueOn: dayOf(dueOn),
  }));
}

/** One of them; undefined when there is none, or it is settled. */
export async function openRequest(actor: Actor, id: number): Promise<ListedRequest | undefined> {
  return (await listRequests(actor)).find((request) => request.id === id);
}

/** Notes what somebody asked by letter or telephone. @returns undefined when nobody has this address */
export async function noteRequest(
  actor: Actor,
  kind: RequestKind,
  email: string,
  now: Date,
): Promise<number | undefined> {
  demand(actor, "answer_data_requests");
  const personId = await personByEmail(email);
  if (!personId) return;
  const noted = (tx: Prisma.TransactionClient) => record(tx, actor, `${kind}_noted`, personId);
  return (await askFor(kind, personId, now, noted)).id;
}

/** The copy for the person; that it was made is recorded. */
export async function copyFor(actor: Actor, id: number, now: Date): Promise<PersonalData | undefined> {
  const request = await openRequest(actor, id);
  if (!request) return;
  await prisma().$transaction((tx) => record(tx, actor, "data_copied", request.personId));
  return personalData(request.personId, now);
}

/** What an erasure would do, for the page that asks whether to. */
export async function previewErasure(actor: Actor, id: number, now: Date): Promise<ErasurePlan | undefined> {
  const request = await openRequest(actor, id);
  if (!request) return;
  const today = dayIn((await settings()).time_zone, now);
  return planErasure(prisma(), request.personId, { today, withChildren: false });
}

/** @throws ErasureRefusal; returns false when the request is settled already */
export async function eraseFor(actor: Actor, id: number, withChildren: boolean, now: Date): Promise<boolean> {
  const request = await openRequest(actor, id);
  if (!request) return false;
  await erasePerson(request.personId, { actor: recorded(actor), withChildren, now });
  return true;
}

/**
 * Closes a request that was answered, or refused with words outside of this service.
 * @returns false when it is settled already, or is for an erasure that nobody has made
 */
export async function settleRequest(
  actor: Actor,
  id: number,
  outcome: "done" | "refused",
  now: Date,
): Promise<boolean> {
  const request = await openRequest(actor, id);
  if (!request) return false;
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.dataRequest.updateMany({
      where: { id, settledAt: null, ...(outcome === "done" && { NOT: NOT_ERASED }) },
      data: { settledAt: now, outcome },
    });
    if (count === 1) await record(tx, actor, `request_${outcome}`, request.personId);
    return count === 1;
  });
}

const NOT_ERASED = { kind: "erasure", person: { erasedAt: null } } satisfies Prisma.DataRequestWhereInput;

const record = (tx: Prisma.TransactionClient, actor: Actor, action: string, id: string) =>
  writeEntry(tx, { actor: recorded(actor), action, object: { kind: "person", id } });
