import { z } from "zod";
import { normaliseText } from "@/lib/platform/stored-values";

export const textSchema = (maxLength: number, normalise = normaliseText) =>
  z
    .string()
    .transform(normalise)
    .refine((text) => text !== "", "required")
    .refine((text) => [...text].length <= maxLength, "too_long");

export const labelNameSchema = textSchema(40, (text) => normaliseText(text).replace(/\s+/g, " "));
