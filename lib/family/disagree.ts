import { recordDisagreement, type TextIssue, findTextIssue } from "@/lib/decisions/disagreements";
import { prisma } from "@/lib/platform/prisma";
import { requireEnrollment } from "./own";

/**
 * The other guardian's words against an enrollment: it stands, but nobody is accepted until the school
 * has recorded what was settled.
 * @returns what is wrong with the words
 * @throws DecisionRefusal `not_their_own`
 */
export async function disagree(
  personId: string,
  reference: string,
  text: string,
  now: Date,
): Promise<TextIssue | undefined> {
  const words = normaliseText(text);
  const issue = findTextIssue(words);
  if (issue) return issue;
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "guardian", now);
    await recordDisagreement(tx, { reference, guardianId: personId, words }, now);
  });
}

/** What somebody wrote, as it is kept. */
export const normaliseText = (text: string) =>
  text.toWellFormed().normalize("NFC").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();
