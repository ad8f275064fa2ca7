import { ActionError } from "@/lib/people/verb";
import type { LastChange } from "@/lib/desk/settings/queries";

/** Somebody has changed meanwhile what a page showed: who, and what it is since, as the page shows it. */
export class ConflictError extends ActionError {
  constructor(
    readonly field: string,
    readonly now: string,
    readonly by: LastChange | undefined,
  ) {
    super({ field, code: "overtaken" });
  }
}
