import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { derivedSecret } from "@/lib/platform/cipher";
import type { Draft } from "./draft";

/** Rounds of PBKDF2 a guess; a challenge takes 100 to 300 guesses, about a second on a phone. */
const COST = 5_000;
const GUESSES = [100, 300] as const;

/**
 * Work for the family's browser, done while it reads its answers (W40). It belongs to one draft,
 * and a draft becomes one enrollment, so what was solved is worth one enrollment.
 */
export function proofChallenge(draft: Pick<Draft, "id">): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(...GUESSES),
    data: { draft: draft.id.toString("hex") },
    deriveKey,
    ...secrets(),
  });
}

/** Whether `proof`, as the browser sent it, solves a challenge made for this draft. */
export async function isProved(draft: Pick<Draft, "id">, proof: string): Promise<boolean> {
  const payload = payloadOf(proof);
  if (payload?.challenge.parameters.data?.draft !== draft.id.toString("hex")) return false;
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets() });
  return verified;
}

const payloadSchema = z.looseObject({
  challenge: z.looseObject({
    parameters: z.looseObject({}),
    signature: z.string(),
  }),
  solution: z.looseObject({}),
});

function payloadOf(proof: string): Payload | undefined {
  try {
    return payloadSchema.parse(JSON.parse(proof)) as unknown as Payload;
  } catch {
    return; // no proof, or none of ours
  }
}

const secrets = () => ({
  hmacSignatureSecret: derivedSecret("proof of work"),
  hmacKeySignatureSecret: derivedSecret("key of a proof of work"),
});
