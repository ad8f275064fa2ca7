import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { type Locale, locales } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { DecisionError } from "./decision-error";
import { transitions } from "./transitions";

const shown = {
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

export type OfferedReason = Prisma.ReasonGetPayload<{ select: typeof shown }>;

/** The words of this reason say nothing that the school's own words do not say better. */
export const OTHER_REASON = "other";

/** The newest version of each reason, in the school's order: those that it has withdrawn too. */
export async function listAllReasons(db: Prisma.TransactionClient = prisma()): Promise<OfferedReason[]> {
  const newest = await db.reason.findMany({
    distinct: ["code"],
    orderBy: [{ code: "asc" }, { version: "desc" }],
    select: shown,
  });
  return newest.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** The school's reasons as they are offered now, in its order. */
export const listOfferedReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ offeredFor }) => offeredFor.length > 0);

/** Those with which a family is asked for what is missing (desk 37). */
export const listQuestionReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ asks }) => asks);

/** A reason of the service's own as it is now, whether or not the desk is offered it. */
export const findNewestReason = (db: Prisma.TransactionClient, code: string) =>
  db.reason.findFirst({ where: { code }, orderBy: { version: "desc" }, select: shown });

/** @throws DecisionError `reason_unknown` when the school does not offer it for this decision */
export const findReason = async (db: Prisma.TransactionClient, code: string, to: EnrollmentState) =>
  pickReason(await listOfferedReasons(db), code, to);

/** The same among reasons that were read already. */
export function pickReason(reasons: OfferedReason[], code: string, to: EnrollmentState): OfferedReason {
  const offered = reasons.filter(({ offeredFor }) => offeredFor.includes(to));
  const found = offered.find((reason) => reason.code === code);
  if (found) return found;
  throw new DecisionError("reason_unknown", { offered: offered.map(({ code }) => code).join(", ") });
}

/** A reason as the school wants it, at its place in the list. */
export type ReasonInput = Pick<OfferedReason, "code" | "offeredFor" | "asks" | Locale>;

/** Beside the decisions: a family is asked with it for what is missing (desk 37). */
export const QUESTION_USE = "question";

/** What a reason is offered for, as files and forms name it. */
export const toUses = ({ offeredFor, asks }: Pick<ReasonInput, "offeredFor" | "asks">) => [
  ...offeredFor,
  ...(asks ? [QUESTION_USE] : []),
];

/** The same as it is kept. */
export const fromUses = (words: string[]) => ({
  offeredFor: words.filter((word) => word !== QUESTION_USE) as EnrollmentState[],
  asks: words.includes(QUESTION_USE),
});

/** What becomes of a reason: `version` is the row that it makes. */
export type ReasonChange = {
  code: string;
  version: number;
  what: "new" | "changed" | "withdrawn";
  before: OfferedReason | undefined;
  now: ReasonInput;
};

/** What is wrong with a reason, or with all: its code, and in which language where it is about words. */
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

/** The decisions that a reason can be offered for: told with it, kept inside, or made against a limit. */
export const decisionsWithReason: EnrollmentState[] = statesThat("reason", "why", "place");

const LONGEST = 300;

/** Without a reason nobody could decide these any more. */
const reasonNeeded = statesThat("reason", "why");

/** What keeps these reasons from being the ones that are offered. */
export const validateReasons = (wanted: ReasonInput[]): ReasonProblem[] => [
  ...wanted.flatMap(problemsOf),
  ...problemsOfAll(wanted),
];

/**
 * Makes these reasons, in this order, the ones that are offered. One that differs gets its next version, one
 * that is not among them is withdrawn: what was told with it stays as it was told (desk 21,
 * prisma/sql/functions/refuse_reason_change.sql). Without problems (`validateReasons`), and nobody else changes any
 * until the transaction ends (`lockReasons`).
 *
 * @returns what changes, and whether the order does
 */
export async function saveReasons(
  tx: Prisma.TransactionClient,
  wanted: ReasonInput[],
  { dryRun }: { dryRun: boolean },
) {
  const known = await listAllReasons(tx);
  const changes = changesFor(wanted, known);
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

/** What makes of what is known what is wanted. */
function changesFor(wanted: ReasonInput[], known: OfferedReason[]): ReasonChange[] {
  const written = wanted.flatMap((now) => {
    const before = known.find(({ code }) => code === now.code);
    if (!before) return [changeTo(now, before, "new")];
    if (isSame(now, before)) return [];
    const goes = isOffered(before) && !isOffered(now);
    return [changeTo(now, before, goes ? "withdrawn" : "changed")];
  });
  const gone = known
    .filter((before) => isOffered(before) && wanted.every(({ code }) => code !== before.code))
    .map((before) => changeTo({ ...before, ...fromUses([]) }, before, "withdrawn"));
  return [...written, ...gone];
}

const isOffered = (reason: ReasonInput) => toUses(reason).length > 0;

const changeTo = (
  now: ReasonInput,
  before: OfferedReason | undefined,
  what: ReasonChange["what"],
): ReasonChange => ({ code: now.code, version: (before?.version ?? 0) + 1, what, before, now });

const isSame = (one: ReasonInput, other: ReasonInput) =>
  locales.every((locale) => one[locale] === other[locale]) &&
  toUses(one).sort().join() === toUses(other).sort().join();

function problemsOf({ code: reason, offeredFor, asks: _, ...words }: ReasonInput): ReasonProblem[] {
  const values = { reason, state: "", most: LONGEST };
  const states = offeredFor.filter((state) => !decisionsWithReason.includes(state));
  return [
    ...(/^[a-z][a-z0-9_]{0,39}$/.test(reason) ? [] : [{ code: "reason_code" as const, values }]),
    ...states.map((state) => ({ code: "reason_state" as const, values: { ...values, state } })),
    ...locales.flatMap((field) => {
      const code = problemOfWords(words[field]);
      return code ? [{ code, field, values }] : [];
    }),
  ];
}

function problemOfWords(words: string): ReasonProblem["code"] | undefined {
  if (words === "") return "reason_missing";
  if ([...words].length > LONGEST) return "reason_too_long";
  if (/[\n\r\t]/.test(words)) return "reason_lines";
  if (/^[=+\-@]/.test(words)) return "reason_formula";
}

function problemsOfAll(wanted: ReasonInput[]): ReasonProblem[] {
  const codes = wanted.map(({ code }) => code);
  const twice = new Set(codes.filter((code, at) => codes.indexOf(code) !== at));
  const unreasoned = reasonNeeded.filter((state) =>
    wanted.every(({ offeredFor }) => !offeredFor.includes(state)),
  );
  const values = { reason: "", state: "", most: LONGEST };
  return [
    ...[...twice].map((reason) => ({ code: "reason_twice" as const, values: { ...values, reason } })),
    ...unreasoned.map((state) => ({
      code: "reason_needed" as const,
      field: "offeredFor" as const,
      values: { ...values, state },
    })),
  ];
}

function statesThat(...needs: (typeof transitions)[number]["needs"][number][]): EnrollmentState[] {
  const found = transitions.filter((transition) => transition.needs.some((need) => needs.includes(need)));
  return [...new Set(found.map(({ to }) => to))];
}
