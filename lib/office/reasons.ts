import { z } from "zod";
import {
  lockReasons,
  fromUses,
  toUses,
  type ReasonProblem,
  validateReasons,
  saveReasons,
  type ReasonInput,
} from "@/lib/decisions/reason-versions";
import { listAllReasons, type OfferedReason } from "@/lib/decisions/reasons";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { type ActionContext, ActionError, versionSchema, defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { ConflictError } from "./overtaken";
import { type LastChange, findLastChangeOf } from "./settings";

/** Reasons that cannot be the ones that are offered. */
export class ReasonsError extends ActionError {
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

/**
 * Makes these reasons, in this order, the ones that are offered; with `dryRun` says what that would change (desk 21).
 * @throws WrongReasons
 */
export const importReasons = defineAction(
  "reason_imported",
  "change_settings",
  z.object({ reasons: z.array(reason), dryRun: z.boolean().default(false) }),
  async (doing, { reasons, dryRun }) => {
    await lockReasons(doing.tx);
    return replaceReasons(doing, reasons, dryRun);
  },
);

/**
 * Writes one reason anew, or a new one, whose code its Spanish words make (desk 44).
 * @throws Overtaken where its version is not the one that `was` says, WrongReasons
 */
export const changeReason = defineAction(
  "reason_changed",
  "change_settings",
  z.object({
    /** Its code; of a new one none. */
    reason: z.string().optional(),
    expected: versionSchema.optional(),
    offeredFor,
    es: line,
    ca: line,
    en: line,
  }),
  async (doing, { reason, expected, offeredFor, ...words }) => {
    await lockReasons(doing.tx);
    const known = await listAllReasons(doing.tx);
    const before = known.find(({ code }) => code === reason);
    if (reason && !before) throw new ActionError();
    if (before && expected !== undefined && expected !== before.version)
      throw new ConflictError("es", String(before.version), await lastChangeOf(before, doing.tx));
    const now = { ...words, ...fromUses(offeredFor), code: before?.code ?? codeFor(words.es, known) };
    const all = before ? known.map((one) => (one === before ? now : one)) : [...known, now];
    await replaceReasons(doing, all, false);
    return now.code;
  },
);

/** Offers a reason no longer: what was told with it stays as it was told. */
export const retireReason = defineAction(
  "reason_retired",
  "change_settings",
  z.object({ reason: z.string().default("") }),
  async (doing, { reason }) => {
    await lockReasons(doing.tx);
    const known = await listAllReasons(doing.tx);
    if (known.every(({ code }) => code !== reason)) throw new ActionError();
    await replaceReasons(
      doing,
      known.map((one) => (one.code === reason ? { ...one, ...fromUses([]) } : one)),
      false,
    );
  },
);

/** Every reason, retired ones too, in the school's order. */
export async function listReasons(actor: Actor): Promise<OfferedReason[]> {
  requirePermission(actor, "change_settings");
  return listAllReasons();
}

/** One of them with who wrote it last. */
export async function readReason(actor: Actor, code: string) {
  const reason = (await listReasons(actor)).find((one) => one.code === code);
  return reason && { reason, last: await lastChangeOf(reason) };
}

const lastChangeOf = (
  { code, version }: OfferedReason,
  tx: ActionContext["tx"] = prisma(),
): Promise<LastChange | undefined> => findLastChangeOf(tx, "reason", `${code} ${version}`);

async function replaceReasons({ tx, audit }: ActionContext, reasons: ReasonInput[], dryRun: boolean) {
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

/** What its words make of a code: small letters, and a number where another one has it. */
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
