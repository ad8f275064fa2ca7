/** Every error code of the API and its status; the one table from which types and answers come. */
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

/** Of `transition_not_allowed`: how the enrollment stands, what the caller can lead it to from there, and why not here. */
type TransitionDetails = { state?: string; allowed?: string[]; refusal?: string };

/** A refusal that the caller can act on. Carries codes, never words and never a submitted value. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly issues: FieldIssue[] = [],
    /** Names and values in turn. */
    readonly headers: string[] = [],
    readonly transition: TransitionDetails = {},
  ) {
    super(code);
    this.name = "AppError";
  }

  get status(): number {
    return httpStatus[this.code];
  }
}

/**
 * Why PostgreSQL is away or overtaxed, so that the same request may succeed in a moment. By PostgreSQL's
 * codes, Node's and Prisma's: those of two letters stand for a whole class.
 */
const databaseFailures = {
  not_reachable: [
    ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "P1001", "P1002"],
    ...["08001", "08004"], // no connection came about
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
    "57P05", // idle_session_timeout: the line was closed just before it was used
    "25P03", // idle_in_transaction_session_timeout
    "25P04", // transaction_timeout
  ],
  statement_timeout: ["57014"],
  lock_timeout: ["55P03"], // somebody else held it for too long
  conflict: ["40P01", "40001"], // deadlock_detected, serialization_failure
  read_only: ["25006"], // a replica, while another takes over
  disk_full: ["53100"],
  too_many_connections: ["53300"],
  out_of_resources: ["53"],
} as const;

export type DatabaseFailure = keyof typeof databaseFailures;

const troubleOfCode = new Map<string, DatabaseFailure>(
  Object.entries(databaseFailures).flatMap(([trouble, codes]) =>
    codes.map((code) => [code, trouble as DatabaseFailure] as const),
  ),
);

/** What `pg` and its pool say without a code. */
const troubleOfMessage: [RegExp, DatabaseFailure][] = [
  [/timeout exceeded when trying to connect|Connection terminated due to connection timeout/, "pool_timeout"],
  [/Query read timeout/, "query_timeout"],
  [/Connection terminated/, "connection_lost"],
  // Lost before: what is asked now was never sent.
  [/Client (has encountered a connection error|was closed)/, "session_ended"],
];

type Thrown = {
  code?: string;
  severity?: string;
  syscall?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; severity?: string } } };
};

/** Whether PostgreSQL is away or overtaxed, so that the same request may succeed in a moment. */
export const isDatabaseUnavailable = (error: unknown): boolean => classifyDatabaseError(error) !== undefined;

/**
 * Whether what was asked may have been done although no answer came: the line was lost after sending, or we
 * waited no longer. Whatever PostgreSQL itself refuses, and what was never sent, is not done.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const trouble = classifyDatabaseError(error);
  return trouble === "connection_lost" || trouble === "query_timeout";
}

/** The way in which the database is away or overtaxed; undefined for any other error. */
export function classifyDatabaseError(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return;
  const { code, severity, syscall, cause, meta } = error as Thrown;
  if (syscall === "connect") return "not_reachable";
  // Prisma has codes of its own, and within them PostgreSQL's.
  const { originalCode, severity: said = severity } = meta?.driverAdapterError?.cause ?? {};
  const trouble = findFailureByCode(originalCode, said) ?? findFailureByCode(code, said);
  if (trouble) return trouble;
  const [, told] = troubleOfMessage.find(([words]) => words.test(error.message)) ?? [];
  if (told) return told;
  const within = error instanceof AggregateError ? error.errors : [cause];
  return within.map(classifyDatabaseError).find((one) => one !== undefined);
}

/** Raised by the triggers that let nobody write about somebody who was erased. */
const ABOUT_ERASED = "MA002";

/** Whether something was refused because whoever it is about was erased, before or in the same second. */
export function isErasedPersonError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, meta } = error as Thrown;
  if (code === ABOUT_ERASED || meta?.driverAdapterError?.cause?.originalCode === ABOUT_ERASED) return true;
  return cause !== undefined && isErasedPersonError(cause);
}

/** What is wrong with what a form said, in words, in which field where it is about one; `at` tells it from the next. */
export type FormError = {
  title: string;
  problems: { field?: string; words: string; remedy?: { href: string; words: string } }[];
  at: number;
};

type Issue = { path: PropertyKey[]; message: string };

/** The first issue of each field, whose message is its code, in the order of the schema's fields. */
export function fieldIssues(issues: Issue[], fields: string[]): FieldIssue[] {
  const first = new Map<string, FieldIssue>();
  for (const { path, message } of issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, code: message as FieldIssue["code"] });
  }
  return fields.flatMap((field) => first.get(field) ?? []);
}

function findFailureByCode(
  code: string | undefined,
  severity: string | undefined,
): DatabaseFailure | undefined {
  // A database that takes no connections for now; of a statement, 55000 is a bug.
  if (code === "55000" && severity === "FATAL") return "not_reachable";
  return code === undefined ? undefined : (troubleOfCode.get(code) ?? troubleOfCode.get(code.slice(0, 2)));
}
