import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startBefore } from "./before";
import { compare, median, type Ratio } from "./compare";
import { interleave, type Shot, type Work } from "./load";
import type { Run } from "./measure";
import { minors } from "./minors";
import { type Peer, pinLoad, startPeer } from "./peer";
import { openSchool, type School } from "./school";

const ALONE = "Matrícula";
const DISPATCHER = "with the dispatcher";
const WEBHOOK = "every event sent to a webhook";
const SANDBOX = "in a sandbox";

/**
 * What events, webhooks and sandboxes cost a catalogue's reader and an enrollment; with a commit, beside how
 * it was there, in the same rounds. Says it and writes nothing.
 */
export async function benchEvents({ rounds, brief, say }: Run, before?: string) {
  const school = await openSchool();
  const receiver = createServer((request, response) => request.resume().on("end", () => response.end()));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const earlier = before === undefined ? undefined : await startBefore(before);
  const peers = [
    ...(await startPeers(school, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)),
    ...(earlier ? [earlier.peer] : []),
  ];
  try {
    pinLoad();
    const shared = { key: school.key, seconds: brief ? 0.5 : 1 };
    const subjects = `/api/v1/academic/subjects?school_year_id=${school.year}`;
    const read: Work = { ...shared, path: subjects, connections: 32 };
    const body = minors(school.year, 9_000_000);
    const enroll: Work = { ...shared, path: "/api/v1/academic/minor_enrollment", connections: 16, body };
    for (const [name, work] of [
      ["catalogue read", read],
      ["minor enrollment", enroll],
    ] as const) {
      say(`\n${name}: ${rounds} rounds of ${shared.seconds} s`);
      const shots = await interleave(peers, work, rounds);
      for (const line of table(shots, earlier?.peer.name)) say(line);
    }
  } finally {
    for (const peer of peers) peer.stop();
    await earlier?.close();
    receiver.close();
    await school.close();
  }
}

/** Each with a database of its own, so that none dispatches what another has enrolled. */
async function startPeers(school: School, receiver: string): Promise<Peer[]> {
  const own = async (name: string, database: string, variables: Record<string, string>) => {
    const url = await school.copy(database);
    return startPeer(name, "integrated", { ...variables, DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: "true" });
  };
  return [
    await own(ALONE, "alone", {}),
    await own(DISPATCHER, "dispatcher", { BENCH_DISPATCHER: "yes" }),
    await own(WEBHOOK, "webhook", { BENCH_DISPATCHER: "yes", BENCH_RECEIVER: receiver }),
    await own(SANDBOX, "sandbox", { BENCH_MODE: "test" }),
  ];
}

/** What each did, and as a part of what it is held against; a part by processor time counts what is told later, too. */
function table(shots: Map<string, Shot[]>, before: string | undefined): string[] {
  const against = (name: string) => (name === ALONE ? before : ALONE);
  return [...shots].map(([name, own]) => {
    const perSecond = Math.round(median(own.map((shot) => shot.perSecond)));
    const micros = Math.round(median(own.map(({ cpuMicros }) => cpuMicros)));
    const other = name === before ? undefined : against(name);
    const [ratio] = other === undefined ? [] : compare(name, 0, own, shots.get(other));
    return `${name}: ${perSecond} a second, ${micros} µs of processor each${ratio ? `; ${words(ratio, other)}` : ""}`;
  });
}

const words = ({ ratio, low, high, cpu }: Ratio, other = "") =>
  `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}) of “${other}”, by processor time ${cpu.toFixed(2)}`;
