import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";

const previewSchema = z.object({ intent: z.string().default("") });

export const isPreview = (form: FormData) => parseForm(form, previewSchema).intent === "look";

export const mailPreviewQuery = z.object({ kind: z.string().catch(""), in: z.string().catch("") });
