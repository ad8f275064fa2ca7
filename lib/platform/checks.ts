import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import type { CheckResult } from "./check-result";
import { scaleTimeout } from "./env";
import { findSingleton, singleton } from "./singleton";

/** What a check found; `asked`: it has not answered yet; `outside`: a process that serves cannot tell. */
export type DoctorResult = { check: string; found: CheckResult[] | "asked" | "outside" };

/** Begins every check, each of which answers in time. */
type Begin = () => [check: string, found: Promise<CheckResult[]> | "outside"][];

type Doctor = { begin: Begin; at: Date | undefined; begun: ReturnType<Begin> };

/** Lets the pages of this process ask what `npm run doctor` asks. */
export const registerDoctor = (begin: Begin) =>
  singleton("doctor", (): Doctor => ({ begin, at: undefined, begun: [] }));

const KEPT_MS = 60_000;
/** So long a page waits for what is slow, which it then shows as asked. */
const WAIT_MS = 1_500;

/** What the doctor says, and since when: it is asked once a minute, whoever looks. Undefined in a process that does not serve. */
export async function runDoctor(now: Date): Promise<{ at: Date; told: DoctorResult[] } | undefined> {
  const doctor = findSingleton<Doctor>("doctor");
  if (!doctor) return undefined;
  if (!doctor.at || now.getTime() - doctor.at.getTime() >= KEPT_MS)
    Object.assign(doctor, { at: now, begun: doctor.begin() });
  const { at = now, begun } = doctor;
  const slow = sleep(scaleTimeout(WAIT_MS), "asked" as const, { ref: false });
  const told = begun.map(async ([check, found]) => ({ check, found: await Promise.race([found, slow]) }));
  return { at, told: await Promise.all(told) };
}

/** Whoever renews one has had weeks for it by then. */
export const RENEWAL_DAYS = 14;

const PATIENCE_MS = 3_000;

/**
 * The certificate that is shown at an https address: until when it holds, and with which code a browser would
 * refuse it; undefined when nobody answers there.
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
      rejectUnauthorized: false, // what is wrong with it is what is asked; nothing is sent
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once("secureConnect", () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      resolve({ until, refused: socket.authorized ? undefined : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.on("error", () => {}); // "close" comes after it
    socket.once("close", () => resolve(undefined));
  });
}
