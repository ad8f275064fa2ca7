import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { recordResponse } from "@/lib/platform/illness";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { toMethodLabel, requestDuration } from "@/lib/platform/metrics";
import type { ApiKey } from "./api-keys";
import { countCall } from "./key-usage";

type RequestLogEntry = {
  endpoint: { path: string };
  method: string;
  requestId: string;
  key: ApiKey | undefined;
  status: number;
  /** `performance.now()` at the start. */
  started: number;
  failure?: unknown;
  code?: ErrorCode;
  /** The connection's other end. */
  peer?: string;
};

/** A failure that a tester asked for: nothing is wrong, and nobody is to be woken by it. */
export class SimulatedError extends AppError {}

/** One line and one measurement for each request, and another for why we failed: never a body, a query string, a header or a key. */
export function logRequest(observed: RequestLogEntry) {
  const { endpoint, method, requestId, key, status, started, failure, code, peer = "" } = observed;
  const milliseconds = performance.now() - started;
  const simulated = failure instanceof SimulatedError;
  if (key) countCall(key.id, status >= 400 && !simulated);
  if (!simulated) recordResponse(status, endpoint.path, key?.prefix ?? peer);
  if (!simulated)
    requestDuration.observe(
      { route: endpoint.path, method: toMethodLabel(method), status },
      milliseconds / 1000,
    );

  const ms = Math.round(milliseconds * 10) / 10;
  if (failure === undefined && key) {
    // None of these can hold a quotation mark: the id is checked, the rest is ours or Node's.
    return logJsonLine(
      `"requestId":"${requestId}","method":"${method}","route":"${endpoint.path}","status":${status},"ms":${ms},"key":"${key.prefix}"`,
      "request",
    );
  }
  const line = { requestId, method, route: endpoint.path, status, ms, key: key?.prefix, code };
  logger.info(simulated ? { ...line, simulated } : line, "request");
  if (simulated) return;
  if (status >= 500) logger.error({ ...line, error: errorFields(failure) }, "request failed");
}
