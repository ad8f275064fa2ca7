import { errorFields, logger } from "@/lib/logger";
import { requestDuration } from "@/lib/metrics";
import type { ApiKey } from "./api-keys";
import { asAppError } from "./responses";

type Observed = {
  endpoint: { path: string };
  method: string;
  requestId: string;
  key: ApiKey | undefined;
  status: number;
  /** `performance.now()` at the start. */
  started: number;
  failure: unknown;
};

/** One line and one measurement for each request: never a body, a query string, a header or a key. */
export function observe({ endpoint, method, requestId, key, status, started, failure }: Observed) {
  const milliseconds = performance.now() - started;
  requestDuration.observe({ route: endpoint.path, method, status }, milliseconds / 1000);

  const code = failure === undefined ? undefined : asAppError(failure).code;
  const error = status >= 500 ? errorFields(failure) : undefined;
  const line = {
    requestId,
    method,
    route: endpoint.path,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    key: key?.prefix,
    code,
    error,
  };
  if (status >= 500) logger.error(line, "request failed");
  else logger.info(line, "request");
}
