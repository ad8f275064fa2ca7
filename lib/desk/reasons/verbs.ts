import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { listAllReasons, type OfferedReason } from "@/lib/decisions/reasons";
import { transitions } from "@/lib/decisions/transitions";
import { type Locale, locales } from "@/lib/i18n/locales";
import { findLastChange } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { ConflictError, DomainError, type VerbContext, verb, versionSchema } from "@/lib/people/verb";
import { foldText } from "@/lib/platform/text";

type ReasonInput = Pick<OfferedReason, "code" | "offeredFor" | "asks" | Locale>;

/** The use of a reason for questions to families (desk 37). */
export const QUESTION_USE = "question";

/** The uses of a reason, as files and forms name them. */
export const toUses = ({ offeredFor, asks }: Pick<ReasonInput, "offeredFor" | "asks">) => [
  ...offeredFor,
  ...(asks ? [QUESTION_USE] : []),
];

const fromUses = (uses: string[]) => ({
  offeredFor: uses.filter((use) => use !== QUESTION_USE) as EnrollmentState[],
  asks: uses.includes(QUESTION_USE),
});

/** A problem of one reason or of the whole list; `field` is its language, if any. */
type ReasonProblem = {
  code:
    | "reason_code"
    | "reason_state"
    | "reason_twice"
    | "reason_needed"
    | "reason_missing"
    | "reason_too_long"
    | "reason_lines"
    | "reason_formula";
  field?: Locale | "offeredFor";
  values: { reason: string; state: string; most: number };
};

/** The decisions that can have a reason: announced, internal, or as an exception to a limit. */
export const decisionsWithReason: EnrollmentState[] = listStatesWithNeed("reason", "why", "place");

const MAX_LENGTH = 300;

const reasonNeeded = listStatesWithNeed("reason", "why");

const lockReasons = (tx: Prisma.TransactionClient) =>
  tx.$executeRaw`lock table reasons in share row exclusive mode`;

function listChanges(reasons: ReasonInput[], stored: OfferedReason[]) {
  const changed = reasons.flatMap((now) => {
    const before = stored.find(({ code }) => code === now.code);
    if (!before) return [toChange(now, before, "new")];
    if (isSame(now, before)) return [];
    const isWithdrawn = isOffered(before) && !isOffered(now);
    return [toChange(now, before, isWithdrawn ? "withdrawn" : "changed")];
  });
  const withdrawn = stored
    .filter((before) => isOffered(before) && reasons.every(({ code }) => code !== before.code))
    .map((before) => toChange({ ...before, ...fromUses([]) }, before, "withdrawn"));
  return [...changed, ...withdrawn];
}

const isOffered = (reason: ReasonInput) => toUses(reason).length > 0;

/** A change of a reason; `version` is that of the new row. */
const toChange = (
  now: ReasonInput,
  before: OfferedReason | undefined,
  kind: "new" | "changed" | "withdrawn",
) => ({ code: now.code, version: (before?.version ?? 0) + 1, kind, before, after: now });

const isSame = (a: ReasonInput, b: ReasonInput) =>
  locales.every((locale) => a[locale] === b[locale]) && toUses(a).sort().join() === toUses(b).sort().join();

function findProblems({ code: reason, offeredFor, asks: _, ...texts }: ReasonInput): ReasonProblem[] {
  const values = { reason, state: "", most: MAX_LENGTH };
  const states = offeredFor.filter((state) => !decisionsWithReason.includes(state));
  return [
    ...(/^[a-z][a-z0-9_]{0,39}$/.test(reason) ? [] : [{ code: "reason_code" as const, values }]),
    ...states.map((state) => ({ code: "reason_state" as const, values: { ...values, state } })),
    ...locales.flatMap((field) => {
      const code = findTextProblem(texts[field]);
      return code ? [{ code, field, values }] : [];
    }),
  ];
}

function findTextProblem(text: string): ReasonProblem["code"] | undefined {
  if (text === "") return "reason_missing";
  if ([...text].length > MAX_LENGTH) return "reason_too_long";
  if (/[\n\r\t]/.test(text)) return "reason_lines";
  if (/^[=+\-@]/.test(text)) return "reason_formula";
}

function findListProblems(reasons: ReasonInput[]): ReasonProblem[] {
  const codes = reasons.map(({ code }) => code);
  const duplicates = new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
  const statesWithoutReason = reasonNeeded.filter((state) =>
    reasons.every(({ offeredFor }) => !offeredFor.includes(state)),
  );
  const values = { reason: "", state: "", most: MAX_LENGTH };
  return [
    ...[...duplicates].map((reason) => ({ code: "reason_twice" as const, values: { ...values, reason } })),
    ...statesWithoutReason.map((state) => ({
      code: "reason_needed" as const,
      field: "offeredFor" as const,
      values: { ...values, state },
    })),
  ];
}

function listStatesWithNeed(...needs: (typeof transitions)[number]["needs"][number][]): EnrollmentState[] {
  const matching = transitions.filter((transition) => transition.needs.some((need) => needs.includes(need)));
  return [...new Set(matching.map(({ to }) => to))];
}

export class ReasonsError extends DomainError {
  constructor(readonly problems: ReasonProblem[]) {
    super(...problems);
  }
}

const lineSchema = z
  .string()
  .default("")
  .transform((text) => text.normalize("NFC").trim());
/** Decisions, and `question`. */
const offeredFor = z.array(z.string());
const reason = z
  .object({ code: z.string(), offeredFor, es: lineSchema, ca: lineSchema, en: lineSchema })
  .transform(({ offeredFor, ...texts }) => ({ ...texts, ...fromUses(offeredFor) }));

/** Replaces the reasons offered, in this order; with `dryRun` returns the changes (desk 21). @throws ReasonsError */
export const importReasons = verb(
  "reason_imported",
  "change_settings",
  z.object({ reasons: z.array(reason), dryRun: z.boolean().default(false) }),
  async (context, { reasons, dryRun }) => {
    await lockReasons(context.tx);
    return replaceReasons(context, reasons, dryRun);
  },
);

/**
 * Changes a reason or adds one, whose code is made from the Spanish text (desk 44).
 * @throws ConflictError when its version differs from `was`, ReasonsError
 */
export const changeReason = verb(
  "reason_changed",
  "change_settings",
  z.object({
    reason: z.string().optional(),
    was: versionSchema.optional(),
    offeredFor,
    es: lineSchema,
    ca: lineSchema,
    en: lineSchema,
  }),
  async (context, { reason, was: expected, offeredFor, ...texts }) => {
    await lockReasons(context.tx);
    const stored = await listAllReasons(context.tx);
    const before = stored.find(({ code }) => code === reason);
    if (reason && !before) throw new DomainError();
    if (before && expected !== undefined && expected !== before.version)
      throw new ConflictError("es", String(before.version), await findTextChange(before, context.tx));
    const now = { ...texts, ...fromUses(offeredFor), code: before?.code ?? createCode(texts.es, stored) };
    const reasons = before ? stored.map((row) => (row === before ? now : row)) : [...stored, now];
    await replaceReasons(context, reasons, false);
    return now.code;
  },
);

export const retireReason = verb(
  "reason_retired",
  "change_settings",
  z.object({ reason: z.string().default("") }),
  async (context, { reason }) => {
    await lockReasons(context.tx);
    const stored = await listAllReasons(context.tx);
    if (stored.every(({ code }) => code !== reason)) throw new DomainError();
    await replaceReasons(
      context,
      stored.map((candidate) => (candidate.code === reason ? { ...candidate, ...fromUses([]) } : candidate)),
      false,
    );
  },
);

/** Every reason with retired ones, in the school's order. */
export async function listReasons(actor: Actor): Promise<OfferedReason[]> {
  requirePermission(actor, "change_settings");
  return listAllReasons();
}

export async function readReason(actor: Actor, code: string) {
  const reason = (await listReasons(actor)).find((candidate) => candidate.code === code);
  return reason && { reason, last: await findTextChange(reason) };
}

const findTextChange = ({ code, version }: OfferedReason, tx?: VerbContext["tx"]) =>
  findLastChange({ objectKind: "reason", objectId: `${code} ${version}` }, tx);

/**
 * Replaces the list of offered reasons, in order. A changed reason gets a new version, a missing one is withdrawn:
 * announced decisions keep their version (desk 21, prisma/sql/functions/refuse_reason_change.sql). Call `lockReasons`
 * first.
 * @returns the changes, and whether the order changes
 */
async function replaceReasons({ tx, audit }: VerbContext, reasons: ReasonInput[], dryRun: boolean) {
  const problems = [...reasons.flatMap(findProblems), ...findListProblems(reasons)];
  if (problems.length > 0) throw new ReasonsError(problems);
  const stored = await listAllReasons(tx);
  const changes = listChanges(reasons, stored);
  const places = reasons.map(({ code }) => stored.findIndex((reason) => reason.code === code));
  const known = places.filter((place) => place !== -1);
  const isReordered = known.some((place, index) => place < (known[index - 1] ?? 0));
  if (dryRun) return { changes, isReordered };
  for (const { code, version, before, after } of changes) {
    const { offeredFor, asks, es, ca, en } = after;
    const data = { code, version, offeredFor, asks, es, ca, en, position: before?.position };
    await tx.reason.create({ data, select: { id: true } });
    await audit(
      { kind: "reason", id: `${code} ${version}` },
      {
        es: [before?.es, es],
        ca: [before?.ca, ca],
        en: [before?.en, en],
        offered_for: [before && toUses(before).join(" "), toUses(after).join(" ")],
      },
    );
  }
  for (const [index, { code }] of reasons.entries())
    await tx.reason.updateMany({ where: { code }, data: { position: index + 1 } });
  return { changes, isReordered };
}

/** A code in lower case, with a number when it is in use. */
function createCode(text: string, stored: OfferedReason[]): string {
  const base =
    foldText(text)
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[\d_]+|_+$/g, "")
      .slice(0, 30) || "reason";
  const isTaken = (code: string) => stored.some((candidate) => candidate.code === code);
  let code = base;
  for (let number = 2; isTaken(code); number++) code = `${base}_${number}`;
  return code;
}
