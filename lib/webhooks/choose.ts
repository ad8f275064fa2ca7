/** Live and sandbox deliveries do not wait for each other. */
export type TrafficClass = "live" | "sandbox";

/** A delivery that is due or in flight, with the values by which it is limited. */
export type DueDelivery = {
  id: string;
  onItsWay: boolean;
  dueAt: Date;
  endpointId: string;
  /** The API key of the endpoint, or its parent key. */
  holder: number;
  url: string;
  lane: TrafficClass;
  /** The endpoint's last attempt failed. */
  failing: boolean;
};

/** The maximum number of open requests per process; half of them for failing endpoints. */
export const MAX_CONNECTIONS: Record<TrafficClass, number> = { live: 100, sandbox: 40 };

/** The maximum number of deliveries in flight, in all processes. */
const MAX_IN_FLIGHT = { endpoint: 4, failingEndpoint: 1, holder: 10, host: 20 };

/**
 * Chooses the next deliveries fairly: keys and endpoints with the fewest deliveries in flight first; a failing
 * endpoint gets one, so that it delays nobody else (integrators 16).
 * @param free the requests that this process can still open
 */
export function chooseDeliveries(
  candidates: DueDelivery[],
  free: Record<TrafficClass, number>,
): DueDelivery[] {
  const counts = new Map<string, number>();
  const countInFlight = (name: string) => counts.get(name) ?? 0;
  const count = (one: DueDelivery) => {
    for (const [name] of listLimits(one)) counts.set(name, countInFlight(name) + 1);
  };
  const before = (one: DueDelivery, other: DueDelivery) =>
    countInFlight(getHolderKey(one)) - countInFlight(getHolderKey(other)) ||
    countInFlight(one.endpointId) - countInFlight(other.endpointId) ||
    one.dueAt.getTime() - other.dueAt.getTime();
  for (const one of candidates) if (one.onItsWay) count(one);

  const left = { ...free };
  const fits = (one: DueDelivery) =>
    left[one.lane] > 0 && listLimits(one).every(([name, max]) => countInFlight(name) < max);
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

const getHolderKey = ({ holder }: DueDelivery) => `key ${holder}`;

/** The counters of a delivery, with their maximum in flight. */
function listLimits(one: DueDelivery): [name: string, most: number][] {
  const { endpointId, url, lane, failing } = one;
  return [
    [endpointId, failing ? MAX_IN_FLIGHT.failingEndpoint : MAX_IN_FLIGHT.endpoint],
    [getHolderKey(one), MAX_IN_FLIGHT.holder],
    [`${lane} ${new URL(url).host}`, MAX_IN_FLIGHT.host],
    ...(failing ? [[`${lane} failing`, MAX_CONNECTIONS[lane] / 2] as [string, number]] : []),
  ];
}
