import { z } from "zod";

const text = z.string().default("");

/** What a correction was begun from, and which of its changes was shown. */
export const correctionSchema = z.object({ version: text, seen: text });
