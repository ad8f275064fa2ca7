import { type Actor, may } from "@/lib/staff/rights";
import type { Decider } from "./transitions";

/** Which part of the transition table somebody at the desk has; a reader has none. */
export function deciderOf(actor: Actor): Decider | undefined {
  if (may(actor, "decide_against_limits")) return "head";
  return may(actor, "decide") ? "secretary" : undefined;
}
