import type { ActionState } from "@/components/forms/action-state";
import { DomainError } from "@/lib/people/verb";

type Answer = ActionState | { goTo: string };

/**
 * The form's subject was deleted or settled meanwhile, and the form with it: the next page says so (desk 12).
 * @param late address by error code
 */
export async function orLate(late: Record<string, string>, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const to = error instanceof DomainError ? late[error.issues[0]?.code ?? ""] : undefined;
    if (!to) throw error;
    return { goTo: to };
  }
}
