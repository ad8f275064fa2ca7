import { expect, test } from "vitest";
import { chooseDeliveries } from "./worker";

type DueDelivery = Parameters<typeof chooseDeliveries>[0][number];

const FREE = { live: 100, sandbox: 40 };
let lastId = 0;

const createDelivery = (changes: Partial<DueDelivery>): DueDelivery => ({
  id: String(++lastId),
  inFlight: false,
  dueAt: new Date(lastId),
  endpointId: "endpoint",
  holder: 1,
  url: "https://a.example/hook",
  traffic: "live",
  failing: false,
  ...changes,
});
const createDeliveries = (count: number, changes: (index: number) => Partial<DueDelivery>) =>
  Array.from({ length: count }, (_, index) => createDelivery(changes(index)));
const separate = (index: number) => ({
  holder: index,
  endpointId: `e${index}`,
  url: `https://h${index}.example/`,
});

test.each<[string, DueDelivery[], number]>([
  ["an endpoint", createDeliveries(9, () => ({})), 4],
  [
    "an endpoint with three deliveries in flight",
    [...createDeliveries(3, () => ({ inFlight: true })), ...createDeliveries(9, () => ({}))],
    1,
  ],
  ["an endpoint whose last attempt failed", createDeliveries(9, () => ({ failing: true })), 1],
  [
    "a failing endpoint with an attempt in flight",
    [createDelivery({ failing: true, inFlight: true }), createDelivery({ failing: true })],
    0,
  ],
  ["a key", createDeliveries(20, (index) => ({ ...separate(index), holder: 1 })), 10],
  [
    "a host",
    createDeliveries(40, (index) => ({ ...separate(index), url: `https://shared.example/${index}` })),
    20,
  ],
  [
    "a sandbox's host beside the live school's",
    createDeliveries(40, (index) => ({
      ...separate(index),
      url: "https://shared.example",
      traffic: index % 2 ? "live" : "sandbox",
    })),
    40,
  ],
  ["the live school", createDeliveries(150, separate), 100],
  ["all sandboxes", createDeliveries(150, (index) => ({ ...separate(index), traffic: "sandbox" })), 40],
  ["all failing endpoints", createDeliveries(150, (index) => ({ ...separate(index), failing: true })), 50],
])("integrators 16: limits the deliveries in flight of %s", (_, candidates, count) => {
  expect(chooseDeliveries(candidates, FREE)).toHaveLength(count);
});

test("integrators 16: a free connection goes to the key with the fewest deliveries in flight", () => {
  const busy = createDeliveries(3, (index) => ({ ...separate(index), holder: 1, inFlight: true }));
  const waiting = createDeliveries(50, (index) => ({ ...separate(100 + index), holder: 1 }));
  const [late, later] = [
    createDelivery({ ...separate(7), holder: 7 }),
    createDelivery({ ...separate(8), holder: 8 }),
  ];
  const all = [...busy, ...waiting, later, late];
  expect(chooseDeliveries(all, { live: 3, sandbox: 0 })).toEqual([late, later, waiting[0]]);
});

test("integrators 16: a key's own endpoints take turns too, oldest first", () => {
  const hanging = createDeliveries(4, () => ({ endpointId: "hangs" }));
  const other = createDeliveries(2, () => ({ endpointId: "works", url: "https://b.example/" }));
  const chosen = chooseDeliveries([...hanging, ...other], { live: 4, sandbox: 0 });
  expect(chosen).toEqual([hanging[0], other[0], hanging[1], other[1]]);
});
