import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PlacesBar } from "./places-bar";

type Counts = Omit<Parameters<typeof PlacesBar>[0], "label">;

const getParts = (counts: Counts) =>
  Object.fromEntries(
    [
      ...renderToStaticMarkup(<PlacesBar label="Piano" {...counts} />).matchAll(
        /class="seat-(\w+)"(?: x="([\d.]+)%")? width="([\d.]+)%"/g,
      ),
    ].map(([, part, start = "0", width]) => [part, [Number(start), Number(width)]]),
  );

/** Start and width of each part in percent; the limit is at 75. */
const free = [0, 75];
const none = [0, 0];

it.each<[string, Counts, Record<string, number[]>]>([
  [
    "places given, not notified and waiting",
    { notified: 2, decided: 1, waiting: 1, limit: 6 },
    { free, told: [0, 25], decided: [25, 12.5], waiting: [75, 12.5] },
  ],
  [
    "more given than there are",
    { notified: 5, decided: 0, waiting: 9, limit: 4 },
    { free, told: [0, 93.75], decided: [93.75, 0], waiting: [93.75, 6.25] },
  ],
  [
    "no places: nothing is free, and who waits is shown",
    { notified: 0, decided: 0, waiting: 3, limit: 0 },
    { free: none, told: none, decided: none, waiting: [75, 25] },
  ],
])("desk 20: %s", (_, counts, parts) => {
  expect(getParts(counts)).toEqual(parts);
});
