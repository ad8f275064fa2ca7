import type { Problem } from "@/components/ui/error-summary";
import type { ActionState } from "./action-state";

/** What an action refused, each as a link to its field. */
export const problemLinks = (problems: NonNullable<ActionState["problems"]>): Problem[] =>
  problems.map(({ field, ...said }) => ({ ...said, href: field ? `#${field}` : "" }));
