import { findRoundTakingClaims, saveClaims, isClaimable } from "@/lib/admission/merits";
import { meritsSchema } from "@/lib/admission/schema";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { parseInput } from "@/lib/enrollment/parse";
import { writeAuditEntry } from "@/lib/people/audit";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";

/**
 * Claims points in the family's name, while a round of the enrollment's year asks for them (admission 2).
 *
 * @param apiKeyId the key that made the enrollment
 * @returns what is claimed then
 * @throws AppError `validation_failed`, `not_found` when it did not, `no_open_round`
 */
export async function claimByKey(reference: string, submitted: unknown, apiKeyId: number): Promise<string[]> {
  const { merits: codes } = parseInput(meritsSchema, submitted);
  return prisma().$transaction(async (tx) => {
    const found = await tx.enrollment.findFirst({ where: { reference, apiKeyId }, select: { id: true } });
    if (!found) throw new AppError("not_found");
    const standing = await lockEnrollmentStatus(tx, { id: found.id });
    const round = await findRoundTakingClaims(standing.schoolYearId, tx);
    if (!round) throw new AppError("no_open_round");
    const known = round.criteria.filter(isClaimable).map(({ code }) => code);
    if (codes.some((code) => !known.includes(code)))
      throw new AppError("validation_failed", [{ field: "merits", code: "invalid_value" }]);
    const claimed = (await saveClaims(tx, standing, codes)) ?? [];
    await writeAuditEntry(tx, {
      actor: { kind: "api_key" },
      action: "merits_claimed",
      object: { kind: "enrollment", id: reference },
    });
    return claimed;
  });
}
