import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { locales } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/prisma";
import { allReasons, type OfferedReason } from "./reasons";
import { transitions } from "./transitions";

/** A reason as the school wants it, at its place in the list. */
export type WantedReason = Pick<OfferedReason, "code" | "offeredFor" | "es" | "ca" | "en">;

/** What an import does to a reason: `version` is the row that it makes. */
export type ReasonChange = { code: string; version: number; what: "new" | "changed" | "withdrawn" };

const LONGEST = 300;

/** The decisions that a reason can be offered for: told with it, kept inside, or made against a limit. */
export const decisionsWithReason: EnrollmentState[] = statesThat("reason", "why", "place");

/** Without a reason nobody could decide these any more. */
const reasonNeeded = statesThat("reason", "why");

/**
 * Makes these reasons, in this order, the ones that are offered. One that differs gets its next version, one
 * that is not among them is withdrawn: what was told with it stays as it was told (desk 21,
 * prisma/sql/functions/refuse_reason_change.sql).
 *
 * @param record writes down who did it, in the same transaction
 * @returns what changes, and whether only the order does
 * @throws Error that names each reason with what is wrong with it
 */
export async function importReasons(wanted: WantedReason[], { dryRun, record }: Import) {
  const problems = [...wanted.flatMap(problemsOf), ...problemsOfAll(wanted)];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return prisma().$transaction(async (tx) => {
    await tx.$executeRaw`lock table reasons in share row exclusive mode`; // nobody else imports meanwhile
    const known = await allReasons(tx);
    const rows = rowsFor(wanted, known);
    const reordered = wanted.some(
      ({ code }, at) => known.find((one) => one.code === code)?.position !== at + 1,
    );
    if (dryRun) return { changes: rows.map(({ change }) => change), reordered };
    for (const { data, change } of rows) {
      await tx.reason.create({ data, select: { id: true } });
      await record(tx, change);
    }
    for (const [at, { code }] of wanted.entries())
      await tx.reason.updateMany({ where: { code }, data: { position: at + 1 } });
    return { changes: rows.map(({ change }) => change), reordered };
  });
}

type Import = {
  dryRun: boolean;
  record: (tx: Prisma.TransactionClient, change: ReasonChange) => Promise<void>;
};

/** The rows that make what is known what is wanted. */
function rowsFor(wanted: WantedReason[], known: OfferedReason[]) {
  const next = (reason: WantedReason, before: OfferedReason | undefined, what: ReasonChange["what"]) => {
    const version = (before?.version ?? 0) + 1;
    const { code, offeredFor, es, ca, en } = reason;
    return {
      data: { code, version, offeredFor, es, ca, en, position: before?.position },
      change: { code, version, what },
    };
  };
  const written = wanted.flatMap((reason) => {
    const before = known.find(({ code }) => code === reason.code);
    if (!before) return [next(reason, before, "new")];
    if (isSame(reason, before)) return [];
    const goes = before.offeredFor.length > 0 && reason.offeredFor.length === 0;
    return [next(reason, before, goes ? "withdrawn" : "changed")];
  });
  const gone = known
    .filter(({ code, offeredFor }) => offeredFor.length > 0 && wanted.every((one) => one.code !== code))
    .map((before) => next({ ...before, offeredFor: [] }, before, "withdrawn"));
  return [...written, ...gone];
}

const isSame = (one: WantedReason, other: WantedReason) =>
  locales.every((locale) => one[locale] === other[locale]) &&
  [...one.offeredFor].sort().join() === [...other.offeredFor].sort().join();

function problemsOf({ code, offeredFor, ...words }: WantedReason): string[] {
  const states = offeredFor.filter((state) => !decisionsWithReason.includes(state));
  return [
    ...(/^[a-z][a-z0-9_]{0,39}$/.test(code)
      ? []
      : [`“${code}” is no code: small letters, digits and “_”, 40 at most, a letter first.`]),
    ...states.map((state) => `${code}: “${state}” is none of ${decisionsWithReason.join(", ")}.`),
    ...locales.flatMap((locale) => {
      const problem = problemOfWords(words[locale]);
      return problem ? [`${code}: what it says in ${locale} ${problem}`] : [];
    }),
  ];
}

function problemOfWords(words: string): string | undefined {
  if (words === "") return "is missing.";
  if ([...words].length > LONGEST) return `is longer than ${LONGEST} characters.`;
  if (/[\n\r\t]/.test(words)) return "is more than one line.";
  if (/^[=+\-@]/.test(words)) return "begins as a formula of a spreadsheet would.";
}

function problemsOfAll(wanted: WantedReason[]): string[] {
  const codes = wanted.map(({ code }) => code);
  const twice = new Set(codes.filter((code, at) => codes.indexOf(code) !== at));
  const unreasoned = reasonNeeded.filter((state) =>
    wanted.every(({ offeredFor }) => !offeredFor.includes(state)),
  );
  return [
    ...[...twice].map((code) => `${code} is there twice.`),
    ...unreasoned.map((state) => `No reason is offered for “${state}”, which cannot be decided without one.`),
  ];
}

function statesThat(...needs: (typeof transitions)[number]["needs"][number][]): EnrollmentState[] {
  const found = transitions.filter((transition) => transition.needs.some((need) => needs.includes(need)));
  return [...new Set(found.map(({ to }) => to))];
}
