import { z } from "zod";
import { normaliseText } from "@/lib/platform/stored-values";

export const textSchema = (longest: number, tidied = normaliseText) =>
  z
    .string()
    .transform(tidied)
    .refine((text) => text !== "", "required")
    .refine((text) => [...text].length <= longest, "too_long");

export const labelNameSchema = textSchema(40, (text) => normaliseText(text).replace(/\s+/g, " "));
