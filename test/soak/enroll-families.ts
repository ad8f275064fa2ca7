import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";
import { aMinor, anAdult } from "../support/data/factories";
import type { Random } from "./random";

/** A request with its results. */
export type Family = {
  body: AdultEnrollment | MinorEnrollment;
  /** All returned references; must be one. */
  references: Set<string>;
  tries: number;
  /** When the first 201 arrived, in milliseconds. */
  storedAt?: number;
  /** Responses that no fault explains. */
  wrong: string[];
};

/** Ports of the servers in turn. */
type Target = { key: string; pickPort: (random: Random) => number };

/** Enrolls families at a steady rate until `over`; retries with the idempotency key until 201. */
export async function enrollFamilies(school: Target, random: Random, pauseMs: number, isOver: () => boolean) {
  const families: Family[] = [];
  const underway: Promise<void>[] = [];
  while (!isOver()) {
    const family: Family = { body: createBody(random), references: new Set(), tries: 0, wrong: [] };
    families.push(family);
    underway.push(enroll(school, random, family));
    await wait(pauseMs);
  }
  return { families, settled: Promise.all(underway) };
}

function createBody(random: Random) {
  const kind = random.below(4);
  if (kind === 0) return aMinor({ guardians: 2 });
  return kind === 1 ? aMinor() : anAdult();
}

const TIMEOUT_MS = 8_000;
/** Some minutes, because a killed machine restarts slowly. */
const MAX_TRIES = 1_000;

async function enroll(school: Target, random: Random, family: Family) {
  const path = "guardian_email" in family.body ? "minor_enrollment" : "adult_enrollment";
  const headers = {
    Authorization: `Bearer ${school.key}`,
    "Content-Type": "application/json",
    "Idempotency-Key": randomUUID(),
  };
  const sendOnce = async () => {
    const port = school.pickPort(random);
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/academic/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(family.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { response, text: await response.text() };
  };
  while (family.tries < MAX_TRIES) {
    family.tries++;
    const answer = await sendOnce().catch(() => undefined); // the connection broke: the outcome is unknown
    if (answer?.response.status === 201) {
      family.references.add(String(answer.response.headers.get("enrollment-reference")));
      family.storedAt ??= Date.now();
      if (random.below(5) > 0) return; // some lose the response and retry
    } else if (answer && answer.response.status !== 503 && !answer.text.includes("idempotency_in_progress")) {
      family.wrong.push(`${answer.response.status} ${answer.text.slice(0, 200)}`);
    }
    await wait(100 + random.below(400));
  }
}
