"use server";

import type { FormAction } from "@/components/action/action-state";
import { createKey } from "@/lib/desk/keys/verbs";
import { asStaff, inputOf } from "../../act";

/** Makes a key; its secret is shown to whoever makes it, once (desk 29). */
export const makeKeyAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => ({
    shown: { link: await createKey(inputOf(form, createKey), actor) },
  }));
