import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { toRecordedActor } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { checkboxSchema, DomainError, looseVerb, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { toDay, toLocalDay } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { type ErasurePlan, findPersonByEmail, planErasure } from "@/lib/privacy/queries";
import { createDataRequest, ErasureError, erasePerson } from "@/lib/privacy/verbs";
import { getSettings } from "@/lib/school/settings";

const requestColumns = {
  id: true,
  kind: true,
  personId: true,
  createdAt: true,
  dueOn: true,
  person: { select: { name: true, surname: true, email: true } },
} as const;

export async function listRequests(actor: Actor) {
  requirePermission(actor, "answer_data_requests");
  const rows = await prisma().dataRequest.findMany({
    where: { settledAt: null },
    orderBy: [{ dueOn: "asc" }, { id: "asc" }],
    select: requestColumns,
  });
  return rows.map(({ kind, person, createdAt, dueOn, ...row }) => ({
    ...row,
    kind: kind as "access" | "erasure",
    name: [person.name, person.surname].filter(Boolean).join(" "),
    email: person.email,
    askedAt: createdAt,
    dueOn: toDay(dueOn),
  }));
}

/** An open request; undefined when it is unknown or settled. */
export async function readOpenRequest(actor: Actor, id: number) {
  return (await listRequests(actor)).find((request) => request.id === id);
}

/** Records a request made by letter or telephone. Returns its id. */
export const recordRequest = looseVerb(
  "access_noted",
  "answer_data_requests",
  z.object({ kind: z.enum(["access", "erasure"]), email: z.string() }),
  async ({ now, createContext }, { kind, email }) => {
    const personId = await findPersonByEmail(email);
    if (!personId) throw new DomainError({ field: "email", code: "unknown" });
    const auditRequest = (tx: Prisma.TransactionClient) =>
      createContext(tx).audit({ kind: "person", id: personId }, {}, `${kind}_noted`);
    return (await createDataRequest(kind, personId, now, auditRequest)).id;
  },
);

const requestIdSchema = typedId;

/** The person's data copy, recorded in the audit log; undefined when the request is settled. */
export const exportForRequest = looseVerb(
  "data_copied",
  "answer_data_requests",
  z.object({ request: requestIdSchema }),
  async ({ actor, now, inTransaction }, { request: id }) => {
    const request = await readOpenRequest(actor, id);
    if (!request) return;
    await inTransaction(({ audit }) => audit({ kind: "person", id: request.personId }));
    return collectPersonalData(request.personId, now);
  },
);

export async function previewErasure(actor: Actor, id: number, now: Date): Promise<ErasurePlan | undefined> {
  const request = await readOpenRequest(actor, id);
  if (!request) return;
  const today = toLocalDay((await getSettings()).time_zone, now);
  return planErasure(prisma(), request.personId, { today, withChildren: false });
}

/** Erases the person after confirmation; returns false when the request is settled. */
export const eraseForRequest = looseVerb(
  "erased",
  "answer_data_requests",
  z.object({ request: requestIdSchema, sure: z.literal("yes", "required"), children: checkboxSchema }),
  async ({ actor, now }, { request: id, children }) => {
    const request = await readOpenRequest(actor, id);
    if (!request) return false;
    await erasePerson(request.personId, { actor: toRecordedActor(actor), withChildren: children, now }).catch(
      (error) => {
        if (!(error instanceof ErasureError)) throw error;
        const values = { references: error.references.join(", ") };
        throw new DomainError({ field: "children", code: error.code, values });
      },
    );
    return true;
  },
);

/**
 * Closes a request that was answered or refused outside of this service. Returns false when it is settled, or asks for
 * an erasure that has not happened.
 */
export const settleRequest = verb(
  "request_done",
  "answer_data_requests",
  z.object({ request: requestIdSchema, outcome: z.enum(["done", "refused"]) }),
  async ({ tx, actor, now, audit }, { request: id, outcome }) => {
    const request = await readOpenRequest(actor, id);
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
