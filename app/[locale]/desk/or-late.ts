import type { ActionState } from "@/components/forms/action-state";
import { DomainError } from "@/lib/people/verb";

type Answer = ActionState | { goTo: string };

/**
 * What a form was about has gone, or was done, meanwhile: the form has left its page, so another page, or its page
 * anew, says so (desk 12).
 * @param late where each code is said
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
