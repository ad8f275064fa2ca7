import { z } from "zod";

export const searchSchema = z.object({
  words: z
    .string()
    .default("")
    .transform((words) => words.normalize("NFC").trim()),
});
