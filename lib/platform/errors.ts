/** Every error code of the API with its HTTP status; types and responses derive from this table. */
export const httpStatus = {
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
  no_open_round: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  no_guardian: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  outcome_unknown: 503,
} as const;

export type ErrorCode = keyof typeof httpStatus;

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
  "https_required",
  "port_not_allowed",
  "private_address",
  "credentials_not_allowed",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

/** `pointer` (RFC 6901) leads to the value when it is inside of the field, such as `/places/1/places`. */
export type FieldIssue = { field: string; code: FieldCode; pointer?: string };

/** For `transition_not_allowed`: the current state, the states the caller may set, and why this one is refused. */
type TransitionDetails = { state?: string; allowed?: string[]; refusal?: string };

/** What is wrong in the request: for `ambiguous_parameter` and `bad_request`. */
type RequestDetails = { parameter?: string; header?: string };

/** A variable of the environment is wrong. */
export class EnvironmentError extends Error {}

/** An error for the caller. Contains codes, never texts and never a submitted value. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly issues: FieldIssue[] = [],
    /** Names and values, alternating. */
    readonly headers: string[] = [],
    readonly details: TransitionDetails & RequestDetails = {},
  ) {
    super(code);
    this.name = "AppError";
  }

  get status(): number {
    return httpStatus[this.code];
  }
}

/** The same request may succeed later. Codes of two characters stand for a whole class. */
const databaseFailures = {
  not_reachable: [
    ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "P1001", "P1002"],
    ...["08001", "08004"], // sqlclient_unable_to_establish_sqlconnection, rejected
  ],
  connection_lost: [
    ...["ECONNRESET", "EPIPE", "ETIMEDOUT", "P1017", "08"],
    "40003", // statement_completion_unknown
  ],
  query_timeout: ["P1008"],
  pool_timeout: ["P2024", "P2028"], // no connection for a transaction in time, or one that took too long
  server_stopping: [
    "57P01", // admin_shutdown
    "57P02", // crash_shutdown
    "57P03", // cannot_connect_now: it starts, stops or recovers
  ],
  session_ended: [
    "57P05", // idle_session_timeout: the session ended just before its use
    "25P03", // idle_in_transaction_session_timeout
    "25P04", // transaction_timeout
  ],
  statement_timeout: ["57014"],
  lock_timeout: ["55P03"], // another transaction held the lock too long
  conflict: ["40P01", "40001"], // deadlock_detected, serialization_failure
  read_only: ["25006"], // a replica during a failover
  disk_full: ["53100"],
  too_many_connections: ["53300"],
  out_of_resources: ["53"],
} as const;

type DatabaseFailure = keyof typeof databaseFailures;

const failureByCode = new Map<string, DatabaseFailure>(
  Object.entries(databaseFailures).flatMap(([failure, codes]) =>
    codes.map((code) => [code, failure as DatabaseFailure] as const),
  ),
);

/** Messages of `pg` and its pool that have no code. */
const failureByMessage: [RegExp, DatabaseFailure][] = [
  [/timeout exceeded when trying to connect|Connection terminated due to connection timeout/, "pool_timeout"],
  [/Query read timeout/, "query_timeout"],
  [/Connection terminated/, "connection_lost"],
  // The connection was lost earlier: the statement was never sent.
  [/Client (has encountered a connection error|was closed)/, "session_ended"],
];

type Thrown = {
  code?: string;
  severity?: string;
  syscall?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; severity?: string } } };
};

export const isDatabaseUnavailable = (error: unknown): boolean => classifyDatabaseError(error) !== undefined;

/** Whether a statement may have run although no response came. One that PostgreSQL itself refuses has not. */
export function isOutcomeUnknown(error: unknown): boolean {
  const failure = classifyDatabaseError(error);
  return failure === "connection_lost" || failure === "query_timeout";
}

/** Undefined when the database is neither unavailable nor overloaded. */
export function classifyDatabaseError(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return;
  const { code, severity, syscall, cause, meta } = error as Thrown;
  if (syscall === "connect") return "not_reachable";
  // Prisma wraps PostgreSQL's code in its own.
  const { originalCode, severity: level = severity } = meta?.driverAdapterError?.cause ?? {};
  const failure = findFailureByCode(originalCode, level) ?? findFailureByCode(code, level);
  if (failure) return failure;
  const [, knownFailure] = failureByMessage.find(([pattern]) => pattern.test(error.message)) ?? [];
  if (knownFailure) return knownFailure;
  const causes = error instanceof AggregateError ? error.errors : [cause];
  return causes.map(classifyDatabaseError).find((causeFailure) => causeFailure !== undefined);
}

/** Raised by triggers that forbid writes about an erased person. */
const ABOUT_ERASED = "MA002";

export function isErasedPersonError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, meta } = error as Thrown;
  if (code === ABOUT_ERASED || meta?.driverAdapterError?.cause?.originalCode === ABOUT_ERASED) return true;
  return cause !== undefined && isErasedPersonError(cause);
}

/** `id` distinguishes an error from the next one. */
export type FormError = {
  title: string;
  problems: { field?: string; text: string; remedy?: { href: string; text: string } }[];
  id: number;
};

function findFailureByCode(
  code: string | undefined,
  severity: string | undefined,
): DatabaseFailure | undefined {
  // FATAL 55000: the database takes no connections for now. As the error of a statement it is a bug.
  if (code === "55000" && severity === "FATAL") return "not_reachable";
  return code === undefined ? undefined : (failureByCode.get(code) ?? failureByCode.get(code.slice(0, 2)));
}
