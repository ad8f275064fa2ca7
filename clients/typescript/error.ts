import type { components } from "./schema.js";

export type ErrorBody = components["schemas"]["Error"]["error"];

/** A refusal of the API, or an answer that never came (`code` is then `no_answer`). */
export class MatriculaError extends Error {
  override readonly name = "MatriculaError";
  /** What to branch on. */
  readonly code: ErrorBody["code"];
  /** 0 when there was no answer. */
  readonly status: number;
  /** Every refused field, each with its code. */
  readonly fields: NonNullable<ErrorBody["errors"]>;
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;

  constructor(status: number, body: Partial<ErrorBody> & { code: ErrorBody["code"] }, cause?: unknown) {
    super(body.message ?? body.code, { cause });
    this.code = body.code;
    this.status = status;
    this.fields = body.errors ?? [];
    this.requestId = body.request_id;
    this.docUrl = body.doc_url;
  }
}
