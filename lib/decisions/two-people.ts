import { z } from "zod";
import { defineAction, checkboxSchema } from "@/lib/people/verb";
import { DecisionError } from "./refusal";
import { lockPair, findPossibleDuplicates } from "./repeated";

/**
 * Says once of two students with the same name and birth date that they are two, or that they are perhaps the same after
 * all: neither page, list nor first page asks again, in any year (desk 39).
 * @throws DecisionRefusal `changed_meanwhile` when nobody would take them for one any more
 */
export const markNotDuplicate = defineAction(
  "said_two_people",
  "decide",
  z.object({ reference: z.string(), other: z.string(), two: checkboxSchema }),
  async ({ tx, now, audit }, { reference, other, two }) => {
    await lockPair(tx, [reference, other]);
    const enrollment = await tx.enrollment.findUnique({
      where: { reference },
      select: { id: true, studentId: true },
    });
    const same = enrollment ? await findPossibleDuplicates(tx, enrollment.id) : [];
    const alike = same.find((one) => one.reference === other);
    if (!enrollment || !alike) throw new DecisionError("changed_meanwhile");
    if (alike.areTwo === two) return two; // two who say it at once have said it
    const [oneId = "", otherId = ""] = [enrollment.studentId, alike.studentId].sort();
    if (two) await tx.differentPeople.create({ data: { oneId, otherId, createdAt: now } });
    else await tx.differentPeople.delete({ where: { oneId_otherId: { oneId, otherId } } });
    await audit(
      { kind: "enrollment", id: reference },
      { other: [null, other] },
      two ? undefined : "said_perhaps_same",
    );
    return two;
  },
);
