import { expect, test } from "vitest";
import { chooseDeliveries } from "./worker";

type DueDelivery = Parameters<typeof chooseDeliveries>[0][number];

const FREE = { live: 100, sandbox: 40 };
let made = 0;

const one = (more: Partial<DueDelivery>): DueDelivery => ({
  id: String(++made),
  onItsWay: false,
  dueAt: new Date(made),
  endpointId: "endpoint",
  holder: 1,
  url: "https://a.example/hook",
  lane: "live",
  failing: false,
  ...more,
});
const many = (count: number, more: (at: number) => Partial<DueDelivery>) =>
  Array.from({ length: count }, (_, at) => one(more(at)));
const ofOwn = (at: number) => ({ holder: at, endpointId: `e${at}`, url: `https://h${at}.example/` });

test.each<[string, DueDelivery[], number]>([
  ["an endpoint", many(9, () => ({})), 4],
  [
    "an endpoint that has three on their way",
    [...many(3, () => ({ onItsWay: true })), ...many(9, () => ({}))],
    1,
  ],
  ["an endpoint whose last attempt failed", many(9, () => ({ failing: true })), 1],
  ["one that failed and is being tried", [one({ failing: true, onItsWay: true }), one({ failing: true })], 0],
  ["a key", many(20, (at) => ({ ...ofOwn(at), holder: 1 })), 10],
  ["a host", many(40, (at) => ({ ...ofOwn(at), url: `https://shared.example/${at}` })), 20],
  [
    "a sandbox's host beside the live school's",
    many(40, (at) => ({ ...ofOwn(at), url: "https://shared.example", lane: at % 2 ? "live" : "sandbox" })),
    40,
  ],
  ["the live school", many(150, ofOwn), 100],
  ["all sandboxes", many(150, (at) => ({ ...ofOwn(at), lane: "sandbox" })), 40],
  ["all that fail", many(150, (at) => ({ ...ofOwn(at), failing: true })), 50],
])("integrators 16: of %s so many at once and no more", (_, candidates, count) => {
  expect(chooseDeliveries(candidates, FREE)).toHaveLength(count);
});

test("integrators 16: a free connection goes to the key with the fewest deliveries in flight", () => {
  const busy = many(3, (at) => ({ ...ofOwn(at), holder: 1, onItsWay: true }));
  const waiting = many(50, (at) => ({ ...ofOwn(100 + at), holder: 1 }));
  const [late, later] = [one({ ...ofOwn(7), holder: 7 }), one({ ...ofOwn(8), holder: 8 })];
  const all = [...busy, ...waiting, later, late];
  expect(chooseDeliveries(all, { live: 3, sandbox: 0 })).toEqual([late, later, waiting[0]]);
});

test("integrators 16: a key's own endpoints take turns too, oldest first", () => {
  const hanging = many(4, () => ({ endpointId: "hangs" }));
  const other = many(2, () => ({ endpointId: "works", url: "https://b.example/" }));
  const chosen = chooseDeliveries([...hanging, ...other], { live: 4, sandbox: 0 });
  expect(chosen).toEqual([hanging[0], other[0], hanging[1], other[1]]);
});
