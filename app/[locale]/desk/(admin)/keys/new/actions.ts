"use server";

import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { createKey } from "@/lib/desk/keys/verbs";

/** The secret is shown once (desk 29). */
export const makeKeyAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => ({
    shown: { link: await createKey(readActionInput(form, createKey), actor) },
  }));
