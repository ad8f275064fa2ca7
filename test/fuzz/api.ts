import fc from "fast-check";
import { sendRequest } from "../support/http/http-client";
import {
  arbitraryText,
  type FuzzReport,
  type FuzzRequest,
  type ResponseCheck,
  runFuzz,
  sendAll,
} from "./fuzz-report";
import { changesAll, type OpenApi, operationRequests } from "./operations";

/** Without `test` the sandbox is not found. */
type Keys = { live: string; test?: string };

/** Responses are JSON in the envelope, with a request id. */
const checkEnvelope: ResponseCheck = ({ status, headers, text, error }) => {
  if (!headers["x-request-id"]) return "no request id";
  if (status === 204 || status === 304 || text === "") return;
  if (headers["content-type"] !== "application/json; charset=utf-8") return "not JSON";
  if (status >= 400 && !(error?.code && error.request_id && error.doc_url)) return "not the error format";
};

/** Unknown methods, paths and headers. */
export function fuzzApi(
  base: string,
  key: string,
  options: { seed: number; runs: number },
): Promise<FuzzReport> {
  const withKey = arbitraryRequest().map((request) => authorized(request, key));
  return runFuzz(base, withKey, options, checkEnvelope);
}

/**
 * Sends invalid values for one input at a time of every OpenAPI operation.
 * @param checkResponse additional checks of responses
 */
export async function fuzzOperations(
  base: string,
  keys: Keys,
  options: { seed: number; runs: number },
  checkResponse: ResponseCheck = () => undefined,
): Promise<FuzzReport> {
  const document = (await (await fetch(`${base}/api/openapi.json`)).json()) as OpenApi;
  const keyFor = (path: string) => (path.includes("/sandbox/") ? (keys.test ?? keys.live) : keys.live);
  const testData = new Map<string, Record<string, string>>();
  for (const key of new Set(Object.values(keys)))
    testData.set(key, await createTestData(base, key, document));
  const requests = operationRequests(document, ({ path }) => testData.get(keyFor(path)) ?? {}, options);
  const withKeys = requests.map((request) => authorized(request, keyFor(request.path)));
  const check: ResponseCheck = (answer, request) =>
    checkEnvelope(answer, request) ?? checkResponse(answer, request);
  const [parallel = [], sequential = []] = [false, true].map((isSequential) =>
    withKeys.filter(({ path }) => changesAll(path) === isSequential),
  );
  const parallelReport = await sendAll(base, parallel, options.seed, check);
  const sequentialReport = await sendAll(base, sequential, options.seed, check, 1);
  const statuses = { ...parallelReport.statuses };
  for (const [status, count] of Object.entries(sequentialReport.statuses))
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
  return { seed: options.seed, statuses, wrong: [...parallelReport.wrong, ...sequentialReport.wrong] };
}

const authorized = ({ init, ...request }: FuzzRequest, key: string): FuzzRequest => ({
  ...request,
  init: { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } },
});

/** An enrollment and an endpoint of the key, from the examples. */
async function createTestData(
  base: string,
  key: string,
  { paths }: OpenApi,
): Promise<Record<string, string>> {
  const post = async (path: string, changes: object = {}) => {
    const example = paths[path]?.post?.requestBody?.content["application/json"].example;
    const { method, init } = authorized({ method: "POST", path, init: { headers: JSON_BODY } }, key);
    const answer = await sendRequest(method, base + path, { ...init, body: { ...example, ...changes } });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const person = { student_email: `${Date.now()}@example.org`, student_document: `A${Date.now()}` };
  const { headers } = await post("/api/v1/academic/adult_enrollment", person);
  const { data } = await post("/api/v1/webhook_endpoints");
  return { reference: String(headers["enrollment-reference"]), id: (data as { id: string }).id };
}

const JSON_BODY = { "Content-Type": "application/json" };

function arbitraryRequest(): fc.Arbitrary<FuzzRequest> {
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
    fc.constantFrom("academic/adult_enrollment", "academic/subjects", "general/terms", "nothing"),
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
    .tuple(methods, path, header, value, fc.oneof(fc.json(), arbitraryText))
    .map(([method, path, name, value, body]) => ({
      method,
      path: `/api/v1/${path}`,
      init: { headers: { [name]: value.trim() }, body },
    }));
}
