/** Who sends: what happens in sandboxes waits for nothing of the live school, and the other way round. */
export type TrafficClass = "live" | "sandbox";

/** A delivery that is due, or on its way already, with all that it is counted by. */
export type DueDelivery = {
  id: string;
  onItsWay: boolean;
  dueAt: Date;
  endpointId: string;
  /** The key whose endpoint it is, or the one that this key was made with. */
  holder: number;
  url: string;
  lane: TrafficClass;
  /** Its endpoint's last attempt failed. */
  failing: boolean;
};

/** As many requests a process has open at once, with half of which it probes those that fail. */
export const MAX_CONNECTIONS: Record<TrafficClass, number> = { live: 100, sandbox: 40 };

/** As many are on their way at once, of all processes together. */
const MAX_IN_FLIGHT = { endpoint: 4, failingEndpoint: 1, holder: 10, host: 20 };

/**
 * What is sent next of all that is due: whoever has least on the way goes first, and what hangs holds one
 * request of its own open, so that nobody waits for somebody else's trouble (integrators 16).
 *
 * @param free how many requests this process can still open
 */
export function chooseDeliveries(
  candidates: DueDelivery[],
  free: Record<TrafficClass, number>,
): DueDelivery[] {
  const counts = new Map<string, number>();
  const onTheWay = (name: string) => counts.get(name) ?? 0;
  const count = (one: DueDelivery) => {
    for (const [name] of limitsOf(one)) counts.set(name, onTheWay(name) + 1);
  };
  const before = (one: DueDelivery, other: DueDelivery) =>
    onTheWay(holderOf(one)) - onTheWay(holderOf(other)) ||
    onTheWay(one.endpointId) - onTheWay(other.endpointId) ||
    one.dueAt.getTime() - other.dueAt.getTime();
  for (const one of candidates) if (one.onItsWay) count(one);

  const left = { ...free };
  const fits = (one: DueDelivery) =>
    left[one.lane] > 0 && limitsOf(one).every(([name, most]) => onTheWay(name) < most);
  const chosen: DueDelivery[] = [];
  for (let due = candidates.filter((one) => !one.onItsWay); ; ) {
    due = due.filter(fits);
    if (due.length === 0) return chosen;
    const next = due.reduce((first, one) => (before(one, first) < 0 ? one : first));
    due = due.filter((one) => one !== next);
    count(next);
    left[next.lane] -= 1;
    chosen.push(next);
  }
}

const holderOf = ({ holder }: DueDelivery) => `key ${holder}`;

/** By what a delivery is counted, and how many of each may be on their way. */
function limitsOf(one: DueDelivery): [name: string, most: number][] {
  const { endpointId, url, lane, failing } = one;
  return [
    [endpointId, failing ? MAX_IN_FLIGHT.failingEndpoint : MAX_IN_FLIGHT.endpoint],
    [holderOf(one), MAX_IN_FLIGHT.holder],
    [`${lane} ${new URL(url).host}`, MAX_IN_FLIGHT.host],
    ...(failing ? [[`${lane} failing`, MAX_CONNECTIONS[lane] / 2] as [string, number]] : []),
  ];
}
