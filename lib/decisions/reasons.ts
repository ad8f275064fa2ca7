import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { type Locale, locales } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { DecisionError } from "./decision-error";
import { transitions } from "./transitions";

const columns = {
  id: true,
  code: true,
  version: true,
  offeredFor: true,
  asks: true,
  position: true,
  es: true,
  ca: true,
  en: true,
} as const;

export type OfferedReason = Prisma.ReasonGetPayload<{ select: typeof columns }>;

/** The newest version of each reason, in the school's order, including withdrawn ones. */
export async function listAllReasons(db: Prisma.TransactionClient = prisma()): Promise<OfferedReason[]> {
  const newest = await db.reason.findMany({
    distinct: ["code"],
    orderBy: [{ code: "asc" }, { version: "desc" }],
    select: columns,
  });
  return newest.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** The reasons that the school offers now, in its order. */
export const listOfferedReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ offeredFor }) => offeredFor.length > 0);

/** The reasons of questions to families (desk 37). */
export const listQuestionReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ asks }) => asks);

/** The newest version of a reason of the service's own, offered or not. */
export const findNewestReason = (db: Prisma.TransactionClient, code: string) =>
  db.reason.findFirst({ where: { code }, orderBy: { version: "desc" }, select: columns });

/** @throws DecisionError `reason_unknown` when the reason is not offered for this decision */
export const findReason = async (db: Prisma.TransactionClient, code: string, to: EnrollmentState) =>
  pickReason(await listOfferedReasons(db), code, to);

/** Like `findReason`, among reasons read already. */
export function pickReason(reasons: OfferedReason[], code: string, to: EnrollmentState): OfferedReason {
  const offered = reasons.filter(({ offeredFor }) => offeredFor.includes(to));
  const found = offered.find((reason) => reason.code === code);
  if (found) return found;
  throw new DecisionError("reason_unknown", { offered: offered.map(({ code }) => code).join(", ") });
}

/** A reason as submitted, in order. */
export type ReasonInput = Pick<OfferedReason, "code" | "offeredFor" | "asks" | Locale>;

/** The use of a reason for questions to families (desk 37). */
export const QUESTION_USE = "question";

/** The uses of a reason, as files and forms name them. */
export const toUses = ({ offeredFor, asks }: Pick<ReasonInput, "offeredFor" | "asks">) => [
  ...offeredFor,
  ...(asks ? [QUESTION_USE] : []),
];

/** Reverses `toUses`. */
export const fromUses = (words: string[]) => ({
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

/** Decisions that are impossible without a reason. */
const reasonNeeded = listStatesWithNeed("reason", "why");

export const validateReasons = (wanted: ReasonInput[]): ReasonProblem[] => [
  ...wanted.flatMap(findProblems),
  ...findListProblems(wanted),
];

/**
 * Saves the list of offered reasons, in order. A changed reason gets a new version, a missing one is withdrawn:
 * announced decisions keep their version (desk 21, prisma/sql/functions/refuse_reason_change.sql). Call
 * `validateReasons` and `lockReasons` first.
 * @returns the changes, and whether the order changes
 */
export async function saveReasons(
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

export const lockReasons = (tx: Prisma.TransactionClient) =>
  tx.$executeRaw`lock table reasons in share row exclusive mode`;

/** Compares the submitted list with the stored one. */
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
