import type { SummaryError } from "@/components/ui/controls/error-summary";
import type { ActionState } from "./action-state";

export const toSummaryErrors = (problems: NonNullable<ActionState["problems"]>): SummaryError[] =>
  problems.map(({ field, ...problem }) => ({ ...problem, href: field && `#${field}` }));
