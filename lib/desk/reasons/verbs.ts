import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { listAllReasons, type OfferedReason } from "@/lib/decisions/reasons";
import { transitions } from "@/lib/decisions/transitions";
import { findLastChangeOf, type LastChange } from "@/lib/desk/settings/queries";
import { type Locale, locales } from "@/lib/i18n/locales";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { ConflictError, DomainError, type VerbContext, verb, versionSchema } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";

type ReasonInput = Pick<OfferedReason, "code" | "offeredFor" | "asks" | Locale>;

/** The use of a reason for questions to families (desk 37). */
export const QUESTION_USE = "question";

/** The uses of a reason, as files and forms name them. */
export const toUses = ({ offeredFor, asks }: Pick<ReasonInput, "offeredFor" | "asks">) => [
  ...offeredFor,
  ...(asks ? [QUESTION_USE] : []),
];

const fromUses = (words: string[]) => ({
  offeredFor: words.filter((word) => word !== QUESTION_USE) as EnrollmentState[],
  asks: words.includes(QUESTION_USE),
});

/** A change of a reason; `version` is that of the new row. */
export type ReasonChange = {
  code: string;
  version: number;
  what: "new" | "changed" | "withdrawn";
  before: OfferedReason | undefined;
  now: ReasonInput;
};

/** A problem of one reason or of the whole list; `field` is its language, if any. */
export type ReasonProblem = {
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

const validateReasons = (wanted: ReasonInput[]): ReasonProblem[] => [
  ...wanted.flatMap(findProblems),
  ...findListProblems(wanted),
];

/**
 * Saves the list of offered reasons, in order. A changed reason gets a new version, a missing one is withdrawn:
 * announced decisions keep their version (desk 21, prisma/sql/functions/refuse_reason_change.sql). Call
 * `validateReasons` and `lockReasons` first.
 * @returns the changes, and whether the order changes
 */
async function saveReasons(
  tx: Prisma.TransactionClient,
  wanted: ReasonInput[],
  { dryRun }: { dryRun: boolean },
) {
  const known = await listAllReasons(tx);
  const changes = listChanges(wanted, known);
  const reordered = wanted.some(
    ({ code }, at) => known.find((one) => one.code === code)?.position !== at + 1,
  );
  if (dryRun) return { changes, reordered };
  for (const { version, before, now } of changes) {
    const { code, offeredFor, asks, es, ca, en } = now;
    const data = { code, version, offeredFor, asks, es, ca, en, position: before?.position };
    await tx.reason.create({ data, select: { id: true } });
  }
  for (const [at, { code }] of wanted.entries())
    await tx.reason.updateMany({ where: { code }, data: { position: at + 1 } });
  return { changes, reordered };
}

const lockReasons = (tx: Prisma.TransactionClient) =>
  tx.$executeRaw`lock table reasons in share row exclusive mode`;

function listChanges(wanted: ReasonInput[], known: OfferedReason[]): ReasonChange[] {
  const written = wanted.flatMap((now) => {
    const before = known.find(({ code }) => code === now.code);
    if (!before) return [toChange(now, before, "new")];
    if (isSame(now, before)) return [];
    const isWithdrawn = isOffered(before) && !isOffered(now);
    return [toChange(now, before, isWithdrawn ? "withdrawn" : "changed")];
  });
  const gone = known
    .filter((before) => isOffered(before) && wanted.every(({ code }) => code !== before.code))
    .map((before) => toChange({ ...before, ...fromUses([]) }, before, "withdrawn"));
  return [...written, ...gone];
}

const isOffered = (reason: ReasonInput) => toUses(reason).length > 0;

const toChange = (
  now: ReasonInput,
  before: OfferedReason | undefined,
  what: ReasonChange["what"],
): ReasonChange => ({ code: now.code, version: (before?.version ?? 0) + 1, what, before, now });

const isSame = (one: ReasonInput, other: ReasonInput) =>
  locales.every((locale) => one[locale] === other[locale]) &&
  toUses(one).sort().join() === toUses(other).sort().join();

function findProblems({ code: reason, offeredFor, asks: _, ...words }: ReasonInput): ReasonProblem[] {
  const values = { reason, state: "", most: MAX_LENGTH };
  const states = offeredFor.filter((state) => !decisionsWithReason.includes(state));
  return [
    ...(/^[a-z][a-z0-9_]{0,39}$/.test(reason) ? [] : [{ code: "reason_code" as const, values }]),
    ...states.map((state) => ({ code: "reason_state" as const, values: { ...values, state } })),
    ...locales.flatMap((field) => {
      const code = findTextProblem(words[field]);
      return code ? [{ code, field, values }] : [];
    }),
  ];
}

function findTextProblem(words: string): ReasonProblem["code"] | undefined {
  if (words === "") return "reason_missing";
  if ([...words].length > MAX_LENGTH) return "reason_too_long";
  if (/[\n\r\t]/.test(words)) return "reason_lines";
  if (/^[=+\-@]/.test(words)) return "reason_formula";
}

function findListProblems(wanted: ReasonInput[]): ReasonProblem[] {
  const codes = wanted.map(({ code }) => code);
  const twice = new Set(codes.filter((code, at) => codes.indexOf(code) !== at));
  const unreasoned = reasonNeeded.filter((state) =>
    wanted.every(({ offeredFor }) => !offeredFor.includes(state)),
  );
  const values = { reason: "", state: "", most: MAX_LENGTH };
  return [
    ...[...twice].map((reason) => ({ code: "reason_twice" as const, values: { ...values, reason } })),
    ...unreasoned.map((state) => ({
      code: "reason_needed" as const,
      field: "offeredFor" as const,
      values: { ...values, state },
    })),
  ];
}

function listStatesWithNeed(...needs: (typeof transitions)[number]["needs"][number][]): EnrollmentState[] {
  const found = transitions.filter((transition) => transition.needs.some((need) => needs.includes(need)));
  return [...new Set(found.map(({ to }) => to))];
}

export class ReasonsError extends DomainError {
  constructor(readonly problems: ReasonProblem[]) {
    super(...problems);
  }
}

const line = z
  .string()
  .default("")
  .transform((text) => text.normalize("NFC").trim());
/** Decisions, and `question`. */
const offeredFor = z.array(z.string());
const reason = z
  .object({ code: z.string(), offeredFor, es: line, ca: line, en: line })
  .transform(({ offeredFor, ...words }) => ({ ...words, ...fromUses(offeredFor) }));

/** Replaces the reasons offered, in this order; with `dryRun` returns the changes (desk 21). @throws ReasonsError */
export const importReasons = verb(
  "reason_imported",
  "change_settings",
  z.object({ reasons: z.array(reason), dryRun: z.boolean().default(false) }),
  async (doing, { reasons, dryRun }) => {
    await lockReasons(doing.tx);
    return replaceReasons(doing, reasons, dryRun);
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
    es: line,
    ca: line,
    en: line,
  }),
  async (doing, { reason, was: expected, offeredFor, ...words }) => {
    await lockReasons(doing.tx);
    const known = await listAllReasons(doing.tx);
    const before = known.find(({ code }) => code === reason);
    if (reason && !before) throw new DomainError();
    if (before && expected !== undefined && expected !== before.version)
      throw new ConflictError("es", String(before.version), await lastChangeOf(before, doing.tx));
    const now = { ...words, ...fromUses(offeredFor), code: before?.code ?? codeFor(words.es, known) };
    const all = before ? known.map((one) => (one === before ? now : one)) : [...known, now];
    await replaceReasons(doing, all, false);
    return now.code;
  },
);

export const retireReason = verb(
  "reason_retired",
  "change_settings",
  z.object({ reason: z.string().default("") }),
  async (doing, { reason }) => {
    await lockReasons(doing.tx);
    const known = await listAllReasons(doing.tx);
    if (known.every(({ code }) => code !== reason)) throw new DomainError();
    await replaceReasons(
      doing,
      known.map((one) => (one.code === reason ? { ...one, ...fromUses([]) } : one)),
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
  const reason = (await listReasons(actor)).find((one) => one.code === code);
  return reason && { reason, last: await lastChangeOf(reason) };
}

const lastChangeOf = (
  { code, version }: OfferedReason,
  tx: VerbContext["tx"] = prisma(),
): Promise<LastChange | undefined> => findLastChangeOf(tx, "reason", `${code} ${version}`);

async function replaceReasons({ tx, audit }: VerbContext, reasons: ReasonInput[], dryRun: boolean) {
  const problems = validateReasons(reasons);
  if (problems.length > 0) throw new ReasonsError(problems);
  const outcome = await saveReasons(tx, reasons, { dryRun });
  if (dryRun) return outcome;
  for (const { code, version, before, now } of outcome.changes)
    await audit(
      { kind: "reason", id: `${code} ${version}` },
      {
        es: [before?.es, now.es],
        ca: [before?.ca, now.ca],
        en: [before?.en, now.en],
        offered_for: [before && toUses(before).join(" "), toUses(now).join(" ")],
      },
    );
  return outcome;
}

/** A code in lower case, with a number when it is in use. */
function codeFor(words: string, known: OfferedReason[]): string {
  const plain = words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const base =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[\d_]+|_+$/g, "")
      .slice(0, 30) || "reason";
  const isTaken = (code: string) => known.some((one) => one.code === code);
  let code = base;
  for (let number = 2; isTaken(code); number++) code = `${base}_${number}`;
  return code;
}
