import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import type { CheckResult } from "./check-result";
import { scaleTimeout } from "./env";
import { findSingleton, singleton } from "./singleton";

/** "asked": it is still running; "outside": a serving process cannot run it. Both are keys of messages. */
export type DoctorResult = { check: string; results: CheckResult[] | "asked" | "outside" };

type StartChecks = () => [check: string, found: Promise<CheckResult[]> | "outside"][];

type Doctor = { startChecks: StartChecks; startedAt: Date | undefined; running: ReturnType<StartChecks> };

/** Makes the checks of `npm run doctor` available to the pages of this process. */
export const registerDoctor = (startChecks: StartChecks) =>
  singleton("doctor", (): Doctor => ({ startChecks, startedAt: undefined, running: [] }));

const CACHE_MS = 60_000;
/** A page waits this long for slow checks, which it then shows as still running. */
const WAIT_MS = 1_500;

/** At most once a minute; undefined in a process that does not serve. */
export async function runDoctor(now: Date): Promise<{ startedAt: Date; checks: DoctorResult[] } | undefined> {
  const doctor = findSingleton<Doctor>("doctor");
  if (!doctor) return undefined;
  if (!doctor.startedAt || now.getTime() - doctor.startedAt.getTime() >= CACHE_MS)
    Object.assign(doctor, { startedAt: now, running: doctor.startChecks() });
  const { startedAt = now, running } = doctor;
  const slow = sleep(scaleTimeout(WAIT_MS), "asked" as const, { ref: false });
  const checks = running.map(async ([check, run]) => ({ check, results: await Promise.race([run, slow]) }));
  return { startedAt, checks: await Promise.all(checks) };
}

/** Automatic renewals happen earlier. */
export const RENEWAL_DAYS = 14;

const TIMEOUT_MS = 3_000;

/** The certificate of an https address, and the error of a browser for it; undefined without connection. */
export function fetchCertificate({
  hostname,
  port,
}: URL): Promise<{ expiresAt: Date; error: string | undefined } | undefined> {
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
      const expiresAt = new Date(socket.getPeerCertificate().valid_to);
      resolve({ expiresAt, error: socket.authorized ? undefined : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.on("error", () => {}); // "close" comes after it
    socket.once("close", () => resolve(undefined));
  });
}
