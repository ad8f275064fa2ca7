import { z } from "zod";
import { read } from "@/app/[locale]/read-form";

const lookForm = z.object({ intent: z.string().default("") });

/** Whether a form asks what it would look like, rather than to be saved. */
export const wantsLook = (form: FormData) => read(form, lookForm).intent === "look";

/** Which message is looked at, in which language. */
export const mailQuery = z.object({ kind: z.string().catch(""), in: z.string().catch("") });
