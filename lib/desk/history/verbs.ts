import { z } from "zod";
import { type CorrectPart, correctParts, readPart } from "@/lib/desk/correction/queries";
import { correctAnswers } from "@/lib/desk/correction/verbs";
import { DomainError, verb } from "@/lib/people/verb";
import { findCorrectionEntry, isAbout, parseChanges } from "./queries";

/**
 * Reverts a correction with another correction, while its answers are unchanged. `asked` as in `correctAnswers`.
 * @throws DomainError without a code when they have changed
 */
export const undoCorrection = verb(
  "correction_undone",
  "correct",
  z.object({ reference: z.string(), entry: z.string() }),
  async ({ tx, actor, now }, { reference, entry: id }): Promise<{ asked: boolean }> => {
    const entry = await findCorrectionEntry(tx, id);
    for (const part of correctParts satisfies readonly CorrectPart[]) {
      const current = entry && (await readPart(tx, reference, part));
      if (!current || !isAbout(entry, part, current.personId)) continue;
      if (part === "studies" && entry.objectId !== reference) continue;
      const { changes, values } = parseChanges(entry, current.fields);
      const isCurrent = changes.every(({ field, now }) => current.all[field] === now);
      if (changes.length === 0 || values.length > 0 || !isCurrent) break;
      const kept = current.fields.map((field) => [field, current.all[field]]);
      const before = changes.map(({ field, old }) => [field, old]);
      const wanted = Object.fromEntries([...kept, ...before]);
      const done = await correctAnswers(
        { reference, part, version: current.version, wanted },
        actor,
        now,
        tx,
      );
      if ("stale" in done) break;
      return { asked: done.asked };
    }
    throw new DomainError();
  },
);
