"use server";

import { z } from "zod";
import type { FormAction } from "@/components/action/action-state";
import { confirmPassword } from "@/lib/people/staff/verbs";
import { read } from "../../read-form";
import { asVisitor } from "../act";
import { deskPath, requireStaff } from "../session";

const anew = z.object({ password: z.string("required").min(1, "required"), to: z.string().optional() });

/** The password anew, before what an unlocked screen must not be enough for (desk 5). */
export const passwordAction: FormAction = async (_, form) =>
  asVisitor(form, async () => {
    const session = await requireStaff();
    const { password, to } = read(form, anew);
    await confirmPassword(session, password, new Date());
    return { goTo: deskPath(to) };
  });
