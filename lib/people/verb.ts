import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { isStorable } from "@/lib/platform/stored-values";
import {
  type AuditAction,
  findLastChange,
  type LastChange,
  toRecordedActor,
  writeAuditEntry,
} from "./audit-log";
import { type Actor, type Permission, requirePermission } from "./staff/permissions";

type AuditEntry = Parameters<typeof writeAuditEntry>[1];

/** A validation error: a code, the field if any, and the values of its text. */
export type DomainIssue = {
  field?: string | undefined;
  code: string;
  values?: Record<string, string | number>;
};

/** An input or a state does not allow the operation. Contains codes, never texts. */
export class DomainError extends Error {
  readonly issues: DomainIssue[];

  constructor(...issues: DomainIssue[]) {
    super(issues.map(({ field, code }) => [field, code].filter(Boolean).join(": ")).join(", "));
    this.name = "DomainError";
    this.issues = issues;
  }
}

type Tx = Prisma.TransactionClient;

/** Verbs without an audit entry under their own name: they write none, or one under another action. */
type UnauditedVerb =
  | "bulk_chosen"
  | "bulk_duplicate_included"
  | "bulk_selected"
  | "lost_sent_again"
  | "message_readdressed"
  | "message_sent_again"
  | "shortcuts_turned"
  | "view_dropped"
  | "view_saved";

type VerbName = AuditAction | UnauditedVerb;

/** Runs a verb for an actor; in the caller's transaction `tx`, if given. */
type RunVerb<S extends z.ZodType, R> = (input: z.input<S>, actor: Actor, now?: Date, tx?: Tx) => Promise<R>;

export type Verb<S extends z.ZodType = z.ZodType, R = unknown> = RunVerb<S, R> & { schema: S };

/** All verbs by name, with the right that each needs (desk 3). */
export const verbs = new Map<string, { right: Permission; run: RunVerb<z.ZodType, unknown> }>();

export type VerbContext = {
  tx: Tx;
  actor: Actor;
  now: Date;
  /** Writes the audit entry, by default with the verb's name as action. */
  audit: (object: AuditEntry["object"], values?: AuditEntry["values"], action?: AuditAction) => Promise<void>;
};

/**
 * `inTransaction` opens a transaction, or joins the caller's; `createContext` creates the context of a
 * transaction opened elsewhere.
 */
type LooseVerbContext = {
  actor: Actor;
  now: Date;
  inTransaction: <R>(run: (context: VerbContext) => Promise<R>) => Promise<R>;
  createContext: (tx: Tx) => VerbContext;
};

/**
 * Defines an operation of the desk for pages, commands, the API and jobs. It checks the right first, then parses the
 * input with the schema, then works in one transaction.
 * @param name the action in the audit log (`desk.record.actions`)
 * @param options the transaction's timeout, where it is longer than usual
 * @throws PermissionError, DomainError
 */
export const verb = <S extends z.ZodType, R>(
  name: VerbName,
  right: Permission,
  schema: S,
  run: (context: VerbContext, input: z.output<S>) => Promise<R>,
  options?: TransactionTimeout,
): Verb<S, R> =>
  looseVerb(
    name,
    right,
    schema,
    ({ inTransaction }, input) => inTransaction((context) => run(context, input)),
    options,
  );

type TransactionTimeout = { timeout: number };

/** Like `verb`, for work before or after the transaction. */
export function looseVerb<S extends z.ZodType, R>(
  name: VerbName,
  right: Permission,
  schema: S,
  perform: (context: LooseVerbContext, input: z.output<S>) => Promise<R>,
  options?: TransactionTimeout,
): Verb<S, R> {
  const run: RunVerb<S, R> = async (input, actor, now = new Date(), outer) => {
    requirePermission(actor, right, now);
    const createContext = (tx: Tx): VerbContext => ({
      tx,
      actor,
      now,
      audit: (object, values = {}, action = name as AuditAction) =>
        writeAuditEntry(tx, { actor: toRecordedActor(actor), action, object, values }),
    });
    const inTransaction: LooseVerbContext["inTransaction"] = (run) =>
      outer ? run(createContext(outer)) : prisma().$transaction((tx) => run(createContext(tx)), options);
    return perform({ actor, now, inTransaction, createContext }, parseActionInput(schema, input));
  };
  verbs.set(name, { right, run });
  return Object.assign(run, { schema });
}

/** A checkbox of a form, or a boolean from code. */
export const checkboxSchema = z.union([z.boolean(), z.literal("yes").transform(() => true)]).catch(false);

/** The version that a page displayed; a text that is no number becomes -1, which no version has. */
export const versionSchema = z.union([
  z.number(),
  z.string().transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : -1)),
]);

/** Parses an input. @throws DomainError with the first error of each field, and `otherIssues` beside them */
export function parseActionInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  otherIssues: DomainIssue[] = [],
): z.output<S> {
  if (!isStorable(input)) throw new DomainError({ code: "invalid" });
  const result = schema.safeParse(input, { error: () => "invalid" });
  if (result.success && otherIssues.length === 0) return result.data;
  const first = new Map<string, DomainIssue>();
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.join(".");
    if (!first.has(field)) first.set(field, { field, code: message });
  }
  throw new DomainError(...first.values(), ...otherIssues.filter(({ field = "" }) => !first.has(field)));
}

/**
 * Another user has changed the displayed value: `now` is the current one, `by` that change. A record of several values
 * has its own code, whose text says what changed, with `values`.
 */
export class ConflictError extends DomainError {
  constructor(
    readonly field: string,
    readonly now: string,
    readonly by: LastChange | undefined,
    readonly values?: Record<string, string | number>,
    code = "overtaken",
  ) {
    super({ field, code });
  }

  /** With the last change of an object. */
  static async of(tx: Tx, object: AuditEntry["object"], field: string, now: string | number) {
    const where = { objectKind: object.kind, objectId: String(object.id) };
    return new ConflictError(field, String(now), await findLastChange(where, tx));
  }
}
