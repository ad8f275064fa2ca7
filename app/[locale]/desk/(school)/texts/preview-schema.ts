import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";

const lookForm = z.object({ intent: z.string().default("") });

/** Whether a form asks what it would look like, rather than to be saved. */
export const isPreview = (form: FormData) => parseForm(form, lookForm).intent === "look";

/** Which message is looked at, in which language. */
export const mailPreviewQuery = z.object({ kind: z.string().catch(""), in: z.string().catch("") });
