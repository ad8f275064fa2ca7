import fc from "fast-check";
import { contract } from "@/lib/api/contract";
import { aMinor, anAdult } from "../factories";
import type { Sending } from "../http";

export type Bad = { method: string; path: string; sending: Sending };

const paths = Object.values(contract).map(({ path }) => path.replace("/api/v1/", ""));

/** What a field may hold that nobody would type. */
const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "\u0000",
    "\ud800",
    "\u202egnirts",
    " ",
    "",
    "a".repeat(70_000),
    "2026-02-30",
    "+0",
    "-1",
    "1e309",
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
);

const wrongBody = (make: () => object) =>
  fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(make())), value), { minLength: 1, maxLength: 5 })
    .map((changes) => JSON.stringify({ ...make(), ...Object.fromEntries(changes) }));

const body = fc.oneof(
  wrongBody(anAdult),
  wrongBody(() => aMinor({ guardians: 2 })),
  fc.json(),
  fc.string({ unit: "binary" }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 1, max: 300 }).map((length) => JSON.stringify(anAdult()).slice(0, length)),
  fc.constant("[".repeat(20_000)),
);

const headerText = fc.string({ unit: "grapheme-ascii", maxLength: 60 });

const headers = fc.record(
  {
    "Content-Type": fc.oneof(
      fc.constantFrom(
        "application/json",
        "application/json; charset=latin1",
        "multipart/form-data",
        "text/plain",
      ),
      headerText,
    ),
    "Idempotency-Key": headerText,
    "If-None-Match": headerText,
    "Accept-Language": headerText,
    "X-Request-Id": headerText,
    "X-Forwarded-For": headerText,
    Authorization: fc.oneof(headerText, fc.constant("Bearer mat_live_x")),
  },
  { requiredKeys: [] },
);

/** Requests to the API as no client of good will sends them. */
export const badRequest: fc.Arbitrary<Bad> = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"),
  path: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths) },
    fc.webPath().map((path) => path.slice(1)),
    fc.constantFrom(...paths).map((path) => `${path}?school_year_id=%E0%A4%A&school_year_id[]=1`),
  ),
  sending: fc.record({ headers, body, chunked: fc.boolean() }),
});
