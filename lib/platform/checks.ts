import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import type { CheckResult } from "./check-result";
import { scaleTimeout } from "./env";
import { findSingleton, singleton } from "./singleton";

/** The results of one check. "asked": it is still running; "outside": a serving process cannot run it. */
export type DoctorResult = { check: string; found: CheckResult[] | "asked" | "outside" };

type Begin = () => [check: string, found: Promise<CheckResult[]> | "outside"][];

type Doctor = { begin: Begin; at: Date | undefined; begun: ReturnType<Begin> };

/** Makes the checks of `npm run doctor` available to the pages of this process. */
export const registerDoctor = (begin: Begin) =>
  singleton("doctor", (): Doctor => ({ begin, at: undefined, begun: [] }));

const CACHE_MS = 60_000;
/** A page waits this long for slow checks, which it then shows as still running. */
const WAIT_MS = 1_500;

/**
 * Runs the doctor's checks, at most once a minute. Undefined in a process that does not serve. `at` is the
 * start of the run.
 */
export async function runDoctor(now: Date): Promise<{ at: Date; told: DoctorResult[] } | undefined> {
  const doctor = findSingleton<Doctor>("doctor");
  if (!doctor) return undefined;
  if (!doctor.at || now.getTime() - doctor.at.getTime() >= CACHE_MS)
    Object.assign(doctor, { at: now, begun: doctor.begin() });
  const { at = now, begun } = doctor;
  const slow = sleep(scaleTimeout(WAIT_MS), "asked" as const, { ref: false });
  const told = begun.map(async ([check, found]) => ({ check, found: await Promise.race([found, slow]) }));
  return { at, told: await Promise.all(told) };
}

/** Certificates are normally renewed weeks before this many days before expiry. */
export const RENEWAL_DAYS = 14;

const TIMEOUT_MS = 3_000;

/**
 * Connects to an https address and reads its certificate: its expiry date and the error code with which a
 * browser would refuse it. Undefined when the connection fails.
 */
export function fetchCertificate({
  hostname,
  port,
}: URL): Promise<{ until: Date; refused: string | undefined } | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: isIP(host) ? undefined : host,
      rejectUnauthorized: false, // the error is the result; nothing is sent
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once("secureConnect", () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      resolve({ until, refused: socket.authorized ? undefined : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.on("error", () => {}); // "close" comes after it
    socket.once("close", () => resolve(undefined));
  });
}
