import fc from "fast-check";
import { sendRequest } from "../support/http/http-client";
import {
  arbitraryText,
  type Complaint,
  type FuzzReport,
  type FuzzRequest,
  runFuzz,
  sendAll,
} from "./fuzz-report";
import { changesAll, type OpenApi, operationRequests } from "./operations";

/** Without `test` the sandbox is not found. */
type Keys = { live: string; test?: string };

/** Responses are JSON in the envelope, with a request id. */
const wrongShape: Complaint = ({ status, headers, text, error }) => {
  if (!headers["x-request-id"]) return "no request id";
  if (status === 204 || status === 304 || text === "") return;
  if (headers["content-type"] !== "application/json; charset=utf-8") return "not JSON";
  if (status >= 400 && !(error?.code && error.request_id && error.doc_url)) return "not the one shape";
};

/** Unknown methods, paths and headers. */
export function fuzzApi(
  base: string,
  key: string,
  options: { seed: number; runs: number },
): Promise<FuzzReport> {
  const withKey = anything().map((request) => authorized(request, key));
  return runFuzz(base, withKey, options, wrongShape);
}

/**
 * Sends invalid values for one input at a time of every OpenAPI operation.
 * @param complaint additional checks of responses
 */
export async function fuzzOperations(
  base: string,
  keys: Keys,
  options: { seed: number; runs: number },
  complaint: Complaint = () => undefined,
): Promise<FuzzReport> {
  const document = (await (await fetch(`${base}/api/openapi.json`)).json()) as OpenApi;
  const keyFor = (path: string) => (path.includes("/sandbox/") ? (keys.test ?? keys.live) : keys.live);
  const own = new Map<string, Record<string, string>>();
  for (const key of new Set(Object.values(keys))) own.set(key, await makeOwn(base, key, document));
  const requests = operationRequests(document, ({ path }) => own.get(keyFor(path)) ?? {}, options);
  const withKeys = requests.map((request) => authorized(request, keyFor(request.path)));
  const isWrong: Complaint = (answer, asked) => wrongShape(answer, asked) ?? complaint(answer, asked);
  const [others = [], alone = []] = [false, true].map((all) =>
    withKeys.filter(({ path }) => changesAll(path) === all),
  );
  const first = await sendAll(base, others, options.seed, isWrong);
  const last = await sendAll(base, alone, options.seed, isWrong, 1);
  const statuses = { ...first.statuses };
  for (const [status, count] of Object.entries(last.statuses))
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
  return { seed: options.seed, statuses, wrong: [...first.wrong, ...last.wrong] };
}

const authorized = ({ sending, ...request }: FuzzRequest, key: string): FuzzRequest => ({
  ...request,
  sending: { ...sending, headers: { Authorization: `Bearer ${key}`, ...sending.headers } },
});

/** An enrollment and an endpoint of the key, from the examples. */
async function makeOwn(base: string, key: string, { paths }: OpenApi): Promise<Record<string, string>> {
  const post = async (path: string, changes: object = {}) => {
    const example = paths[path]?.post?.requestBody?.content["application/json"].example;
    const { method, sending } = authorized({ method: "POST", path, sending: { headers: JSON_BODY } }, key);
    const answer = await sendRequest(method, base + path, { ...sending, body: { ...example, ...changes } });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const person = { student_email: `${Date.now()}@example.org`, student_document: `A${Date.now()}` };
  const { headers } = await post("/api/v1/academic/adult_enrollment", person);
  const { data } = await post("/api/v1/webhook_endpoints");
  return { reference: String(headers["enrollment-reference"]), id: (data as { id: string }).id };
}

const JSON_BODY = { "Content-Type": "application/json" };

function anything(): fc.Arbitrary<FuzzRequest> {
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
      sending: { headers: { [name]: value.trim() }, body },
    }));
}
