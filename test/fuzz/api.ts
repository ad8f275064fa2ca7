import fc from "fast-check";
import { aMinor, anAdult } from "../factories";
import { anyText, type Fuzzed, fuzz, type Ledger } from "./ledger";

/** Asks and posts to the API as no client would; every answer is JSON in the one shape, with a request id. */
export function fuzzApi(base: string, key: string, options: { seed: number; runs: number }): Promise<Ledger> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const withKey = fc.oneof(aBody(), aRead(), anything()).map(({ sending, ...request }) => ({
    ...request,
    sending: { ...sending, headers: { ...headers, ...sending.headers } },
  }));
  return fuzz(base, withKey, options, ({ status, headers, text, error }) => {
    if (!headers["x-request-id"]) return "no request id";
    if (status === 204 || status === 304 || text === "") return;
    if (headers["content-type"] !== "application/json; charset=utf-8") return "not JSON";
    if (status >= 400 && !(error?.code && error.request_id && error.doc_url)) return "not the one shape";
  });
}

const PATHS = ["academic/adult_enrollment", "academic/minor_enrollment"];
const READS = ["academic/subjects", "academic/syllabis", "academic/specialities", "general/terms", "nothing"];

/** An enrollment with some of its members changed, missing or of another type. */
function aBody(): fc.Arbitrary<Fuzzed> {
  return fc.constantFrom(0, 1).chain((which) => {
    const body = which === 0 ? anAdult() : aMinor({ guardians: 2 });
    const change = fc.tuple(fc.constantFrom(...Object.keys(body)), fc.oneof(fc.jsonValue(), anyText));
    return fc
      .tuple(fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([changes, chunked]) => ({
        method: "POST",
        path: `/api/v1/${PATHS[which]}`,
        sending: { body: JSON.stringify({ ...body, ...Object.fromEntries(changes) }), chunked },
      }));
  });
}

function aRead(): fc.Arbitrary<Fuzzed> {
  const body = fc.oneof(fc.json(), anyText, fc.constant('{"school_year_id":1}'));
  return fc
    .tuple(fc.constantFrom(...READS), fc.option(body, { nil: undefined }), anyText, fc.boolean())
    .map(([path, body, year, chunked]) => ({
      method: "GET",
      path: `/api/v1/${path}?school_year_id=${encodeURIComponent(year.slice(0, 2_000))}`,
      sending: { body, chunked },
    }));
}

function anything(): fc.Arbitrary<Fuzzed> {
  const methods = fc.constantFrom(
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "HEAD",
    "TRACE",
    "PROPFIND",
  );
  const path = fc.oneof(
    fc.constantFrom(...PATHS, ...READS),
    fc.webPath().map((path) => path.slice(1)),
  );
  const value = fc.stringMatching(/^[ -~]{0,80}$/);
  const header = fc.constantFrom(
    "Idempotency-Key",
    "If-None-Match",
    "Accept-Language",
    "Accept-Encoding",
    "X-Request-Id",
    "Content-Type",
  );
  return fc
    .tuple(methods, path, header, value, fc.oneof(fc.json(), anyText))
    .map(([method, path, name, value, body]) => ({
      method,
      path: `/api/v1/${path}`,
      sending: { headers: { [name]: value.trim() }, body },
    }));
}
