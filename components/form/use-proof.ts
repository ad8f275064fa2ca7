import type { Challenge } from "altcha-lib";
import { useEffect, useRef } from "react";
import { PROOF } from "./step-state";

/**
 * Begins the work that a school asks for as soon as the page is there (W40): the family notices
 * nothing, there is no puzzle.
 *
 * @returns waits for the proof and puts it into the form's data
 */
export function useProof(challenge: Challenge | undefined): (form: FormData) => Promise<void> {
  const proof = useRef<Promise<string>>(undefined);
  useEffect(() => {
    if (!challenge) return;
    const controller = new AbortController();
    // What cannot be loaded or computed is no proof; the server takes a few enrollments without one.
    proof.current = solve(challenge, controller).catch(() => "");
    return () => controller.abort();
  }, [challenge]);
  return async (form) => {
    if (proof.current) form.set(PROOF, await proof.current);
  };
}

async function solve(challenge: Challenge, controller: AbortController): Promise<string> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await solveChallenge({ challenge, controller, deriveKey });
  return solution ? JSON.stringify({ challenge, solution }) : "";
}
