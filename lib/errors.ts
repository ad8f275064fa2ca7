/** Every error code of the API and its status; the one table from which types and answers come. */
export const statusOf = {
  invalid_json: 400,
  ambiguous_parameter: 400,
  invalid_idempotency_key: 400,
  bad_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  duplicate: 409,
  transition_not_allowed: 409,
  limit_reached: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  no_guardian: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** Every code that a field can be refused with. */
export const fieldCodes = [
  "required",
  "invalid_type",
  "invalid_value",
  "cursor_expired",
  "too_long",
  "terms_not_accepted",
  "school_year_unavailable",
  "speciality_unavailable",
  "syllabus_unavailable",
  "experience_unavailable",
  "country_unsupported",
  "document_type_unsupported",
  "invalid_date",
  "in_the_future",
  "under_age",
  "invalid_phone",
  "invalid_phone_prefix",
  "invalid_email",
  "email_not_distinct",
  "document_not_distinct",
  "email_taken",
  "document_taken",
  "already_enrolled",
  "student_known",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

export type FieldIssue = { field: string; code: FieldCode };

/** A refusal that the caller can act on. Carries codes, never words and never a submitted value. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly issues: FieldIssue[] = [],
    /** Names and values in turn. */
    readonly headers: string[] = [],
  ) {
    super(code);
    this.name = "AppError";
  }

  get status(): number {
    return statusOf[this.code];
  }
}

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now: it starts, stops or recovers
  "57P05", // idle_session_timeout: the line was closed just before it was used
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "57014", // query_canceled: the statement's time-out
  "55P03", // lock_not_available: somebody else held it for too long
  "40P01", // deadlock_detected
  "40001", // serialization_failure
  "25006", // read_only_sql_transaction: a replica, while another takes over
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028", // no connection for a transaction in time, or one that took too long
]);

type Thrown = {
  code?: string;
  severity?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; severity?: string } } };
};

/** Whether PostgreSQL is away or overtaxed, so that the same request may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity, cause, meta } = error as Thrown;
  // Prisma has codes of its own, and within them PostgreSQL's.
  const { originalCode, severity: said = severity } = meta?.driverAdapterError?.cause ?? {};
  if ([code, originalCode].some((one) => one !== undefined && meansAway(one, said))) return true;
  if (
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed)/.test(
      error.message,
    )
  )
    return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return cause !== undefined && isDatabaseAway(cause);
}

const meansAway = (code: string, severity: string | undefined): boolean =>
  CONNECTION_CODES.has(code) ||
  /^(08|53)/.test(code) || // connection, resources
  // A database that takes no connections for now; of a statement, 55000 is a bug.
  (code === "55000" && severity === "FATAL");
