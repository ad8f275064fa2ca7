import { z } from "zod";

export const searchForm = z.object({
  words: z
    .string()
    .default("")
    .transform((words) => words.normalize("NFC").trim()),
});
