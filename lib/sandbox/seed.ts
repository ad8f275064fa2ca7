import { createHash } from "node:crypto";
import type { z } from "zod";
import { decide } from "@/lib/decisions/decide";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { createAdultEnrollment, createMinorEnrollment } from "@/lib/enrollment/create-enrollment";
import { parse } from "@/lib/enrollment/parse";
import { schoolContext } from "@/lib/enrollment/school-context";
import { stateNames, stateRow } from "@/lib/enrollment/states";
import { AppError } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/locales";
import { currentWorld } from "@/lib/worlds";
import { reasonFor, transitionRefused } from "./decide";
import { type Dice, type Family, family, studiesOf } from "./made-up-family";
import { seed, type seeded } from "./schema";

type Seeded = z.output<typeof seeded>;
type Year = Awaited<ReturnType<typeof schoolContext>>["schoolYears"][number];

/**
 * Fills the sandbox at work with enrollments in each state; the same seed makes the same people, who can be
 * there once.
 * @throws AppError `validation_failed`, `duplicate`, `transition_not_allowed` where the school itself could not
 * decide so: it has withdrawn its reasons, or no place is left and none allows to go beyond
 */
export async function seedSandbox(submitted: unknown): Promise<Seeded[]> {
  const { count, seed: word } = parse(seed, submitted);
  const { schoolYears, today } = await schoolContext();
  const year = schoolYears.find(({ specialities }) => specialities.length > 0);
  if (!year) throw new AppError("validation_failed", [{ field: "seed", code: "school_year_unavailable" }]);
  const made: Seeded[] = [];
  for (let at = 0; at < count * stateNames.length; at++) {
    const state = stateNames[at % stateNames.length] as Seeded["state"];
    const dice = diceOf(`${word}/${at}`);
    made.push(await makeOne(family(Number(today.slice(0, 4)), studiesOf(year, dice), dice), state, year));
  }
  return made;
}

async function makeOne({ body, locale }: Family, state: Seeded["state"], year: Year): Promise<Seeded> {
  const { sandboxId } = currentWorld();
  const origin = { source: "api" as const, apiKeyId: sandboxId, sandboxId, locale: locale as Locale };
  const { reference } = await ("guardian_email" in body
    ? createMinorEnrollment(body, origin)
    : createAdultEnrollment(body, origin));
  if (state !== "pending") {
    const specialityId = body.student_speciality_option1 ?? year.specialities[0];
    const place = stateRow(state).holds ? { specialityId } : {};
    const reason = await reasonFor(state);
    const why = { reason, internalReason: "seed" };
    const input = { reference, to: state, ...place, ...(reason && why), tell: "now" as const };
    await decide(input, { kind: "sandbox", sandboxId }, new Date()).catch(async (error) => {
      throw error instanceof DecisionRefusal ? await transitionRefused(reference, error.code) : error;
    });
  }
  return { reference, state, emails: emailsOf(body) };
}

const emailsOf = (body: Family["body"]) =>
  [
    body.student_email,
    ...("guardian_email" in body ? [body.guardian_email, body.second_guardian_email] : []),
  ].filter((email) => email !== undefined);

/** Dice that fall the same for the same seed. */
function diceOf(seed: string): Dice {
  let throws = 0;
  return (first: number, below?: number) => {
    const [from, to] = below === undefined ? [0, first] : [first, below];
    const fallen = createHash("sha256").update(`${seed}/${throws++}`).digest().readUIntBE(0, 6);
    return from + (fallen % (to - from));
  };
}
