"use server";

import { z } from "zod";
import { decideAsFamily } from "@/lib/decisions/family";
import { asFamily, text } from "../../../act";

export const withdrawAction = asFamily(z.object({ reference: text }), async (personId, { reference }) => {
  await decideAsFamily({ reference, to: "withdrawn" }, personId, new Date());
  return { goTo: "/account?said=withdrawn" };
});
