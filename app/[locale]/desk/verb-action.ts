"use server";

import type { ActionOutcome } from "@/components/forms/action-state";
import { DomainError } from "@/lib/people/verb";
import { type FormVerbName, formVerbs } from "./_lib/form-verbs";
import { getPageAddress, getSubjectId } from "./_lib/session";
import { createStaffAction, readActionInput } from "./_lib/staff-action";
import { catchDecisionConflict } from "./(day)/enrollments/[reference]/catch-decision-conflict";
import { catchConflict } from "./catch-conflict";

/** The action of every form that names a verb; the rest of the form is the verb's input. */
export const verbAction = createStaffAction(async ({ actor }, form): Promise<ActionOutcome> => {
  const name = String(form.get("verb"));
  if (!Object.hasOwn(formVerbs, name)) throw new DomainError({ code: "gone" });
  const {
    verb,
    preview,
    next,
    required = [],
    fixed,
    onConflict = {},
    explain,
  } = formVerbs[name as FormVerbName];
  const subject = await getSubjectId();
  const emptyFields = Object.fromEntries(required.map((field) => [field, ""]));
  const subjectFields = Object.fromEntries(
    ["reference", "bulk"].filter((field) => field in verb.schema.shape).map((field) => [field, subject]),
  );
  const input = { ...emptyFields, ...subjectFields, ...readActionInput(form, verb), ...fixed };
  if (preview && form.get("intent") === "look") return preview(input, actor);
  const run = async () => {
    const target = await next(await verb(input, actor), input, form);
    return typeof target === "string" ? createRedirect(target) : target;
  };
  try {
    return await catchConflict(form, actor, () =>
      explain ? catchDecisionConflict(actor, subject, run) : run(),
    );
  } catch (error) {
    const to = error instanceof DomainError ? onConflict[error.issues[0]?.code ?? ""] : undefined;
    if (!to) throw error;
    return createRedirect(typeof to === "string" ? to : to(subject));
  }
});

const createRedirect = async (to: string) => ({
  redirect: to.startsWith("/") ? to : await getPageAddress({ said: to }),
});
