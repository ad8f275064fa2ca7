import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { recorded } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { looseVerb, Refused, verb, yes } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/columns";
import { type Day, dayIn, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { ErasureRefusal, erasePerson } from "@/lib/privacy/erase";
import { type ErasurePlan, planErasure } from "@/lib/privacy/erasure-plan";
import { personByEmail } from "@/lib/privacy/person-by-email";
import { personalData } from "@/lib/privacy/personal-data";
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

/** Notes what somebody asked by letter or telephone. Returns the request's id. */
export const noteRequest = looseVerb(
  "access_noted",
  "answer_data_requests",
  z.object({ kind: z.enum(["access", "erasure"]), email: z.string() }),
  async ({ now, doing }, { kind, email }) => {
    const personId = await personByEmail(email);
    if (!personId) throw new Refused({ field: "email", code: "unknown" });
    const noted = (tx: Prisma.TransactionClient) =>
      doing(tx).audit({ kind: "person", id: personId }, {}, `${kind}_noted`);
    return (await askFor(kind, personId, now, noted)).id;
  },
);

const request = typedId;

/** The copy for the person; that it was made is recorded. Undefined when the request is settled. */
export const copyFor = looseVerb(
  "data_copied",
  "answer_data_requests",
  z.object({ request }),
  async ({ actor, now, within }, { request: id }) => {
    const request = await openRequest(actor, id);
    if (!request) return;
    await within(({ audit }) => audit({ kind: "person", id: request.personId }));
    return personalData(request.personId, now);
  },
);

/** What an erasure would do, for the page that asks whether to. */
export async function previewErasure(actor: Actor, id: number, now: Date): Promise<ErasurePlan | undefined> {
  const request = await openRequest(actor, id);
  if (!request) return;
  const today = dayIn((await settings()).time_zone, now);
  return planErasure(prisma(), request.personId, { today, withChildren: false });
}

/** Erases, once that was said to be meant; returns false when the request is settled already. */
export const eraseFor = looseVerb(
  "erased",
  "answer_data_requests",
  z.object({ request, sure: z.literal("yes", "required"), children: yes }),
  async ({ actor, now }, { request: id, children }) => {
    const request = await openRequest(actor, id);
    if (!request) return false;
    await erasePerson(request.personId, { actor: recorded(actor), withChildren: children, now }).catch(
      (error) => {
        if (!(error instanceof ErasureRefusal)) throw error;
        const values = { references: error.references.join(", ") };
        throw new Refused({ field: "children", code: error.code, values });
      },
    );
    return true;
  },
);

/**
 * Closes a request that was answered, or refused with words outside of this service. Returns false when it is settled
 * already, or is for an erasure that nobody has made.
 */
export const settleRequest = verb(
  "request_done",
  "answer_data_requests",
  z.object({ request, outcome: z.enum(["done", "refused"]) }),
  async ({ tx, actor, now, audit }, { request: id, outcome }) => {
    const request = await openRequest(actor, id);
    if (!request) return false;
    const { count } = await tx.dataRequest.updateMany({
      where: { id, settledAt: null, ...(outcome === "done" && { NOT: NOT_ERASED }) },
      data: { settledAt: now, outcome },
    });
    if (count === 1) await audit({ kind: "person", id: request.personId }, {}, `request_${outcome}`);
    return count === 1;
  },
);

const NOT_ERASED = { kind: "erasure", person: { erasedAt: null } } satisfies Prisma.DataRequestWhereInput;
