import { z } from "zod";

const LONGEST_LABEL = 40;

const normaliseNote = (text: string) =>
  text.toWellFormed().normalize("NFC").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

/** Staff text with a maximum length. */
export const textSchema = (longest: number, tidied = normaliseNote) =>
  z
    .string()
    .transform(tidied)
    .refine((text) => text !== "", "required")
    .refine((text) => [...text].length <= longest, "too_long");

export const labelNameSchema = textSchema(LONGEST_LABEL, (text) => normaliseNote(text).replace(/\s+/g, " "));
