import type { Changed } from "./survivors";

/** What StrykerJS changes where nobody can see it, by file: lines as they are and as they become, and why that is the same. */
export const equivalents: Record<string, { why: string; lines: Changed[] }[]> = {
  "lib/dates.ts": [
    {
      why: "what is no YYYY-MM-DD is no day that is written as it was given, or stands before year 1; the line is only the shorter way",
      lines: [
        ["if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;", "if (false) return false;"],
        [
          "if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;",
          "if (!/\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;",
        ],
        [
          "if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false;",
          "if (!/^\\d{4}-\\d{2}-\\d{2}/.test(text)) return false;",
        ],
      ],
    },
    {
      why: "a format is kept because making one is slow",
      lines: [
        ["if (!format) {", "if (true) {"],
        ["formats.set(timeZone, format);", ";"],
      ],
    },
  ],
};
