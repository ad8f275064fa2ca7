"use server";

import type { ActionState, FormAction } from "@/components/forms/action-state";
import { DomainError } from "@/lib/people/verb";
import { type FormVerbName, formVerbs } from "./_lib/form-verbs";
import { getPageAddress, getSubjectId } from "./_lib/session";
import { readActionInput, runAsStaff } from "./_lib/staff-action";
import { catchDecisionConflict } from "./(day)/enrollments/[reference]/catch-decision-conflict";
import { catchConflict } from "./catch-conflict";

/** The action of every form that names a verb; the rest of the form is the verb's input. */
export const verbAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }): Promise<ActionState | { goTo: string }> => {
    const name = String(form.get("verb"));
    if (!Object.hasOwn(formVerbs, name)) throw new DomainError({ code: "gone" });
    const { verb, next, requires = [], fixed, late = {}, stale } = formVerbs[name as FormVerbName];
    const subject = await getSubjectId();
    const blank = Object.fromEntries(requires.map((field) => [field, ""]));
    const about = Object.fromEntries(
      ["reference", "bulk"].filter((field) => field in verb.schema.shape).map((field) => [field, subject]),
    );
    const input = { ...blank, ...about, ...readActionInput(form, verb), ...fixed };
    const work = async () => {
      const then = next(await verb(input, actor), input, form);
      return typeof then === "string" ? goTo(then) : then;
    };
    try {
      return await catchConflict(form, () => (stale ? catchDecisionConflict(actor, subject, work) : work()));
    } catch (error) {
      const to = error instanceof DomainError ? late[error.issues[0]?.code ?? ""] : undefined;
      if (!to) throw error;
      return goTo(typeof to === "string" ? to : to(subject));
    }
  });

const goTo = async (to: string) => ({ goTo: to.startsWith("/") ? to : await getPageAddress({ said: to }) });
