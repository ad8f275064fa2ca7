import { z } from "zod";
import { isDay } from "@/lib/platform/dates";
import { MAX_INTEGER } from "@/lib/platform/stored-values";

/** A value as a catalogue file and the database agree on it: days `YYYY-MM-DD`, durations `HH:MM` or `HH:MM:SS`, money `"32.50"`. */
export type Value = string | number | boolean | null;

/** One column of a catalogue table: what a file may hold, and how PostgreSQL stores it. */
export type Column = {
  /** What it holds, by which a page asks for it. */
  kind: "choice" | "code" | "day" | "decimal" | "duration" | "flag" | "label" | "text" | "whole";
  /** The words of which it is one. */
  words?: readonly string[];
  /** Takes what a JSON member holds, gives the value that is stored; its messages follow the column's name. */
  schema: z.ZodType<Value>;
  /** The PostgreSQL type in which the value is handed over. */
  type: string;
  /** A CSV cell as the JSON value it stands for; what it cannot read stays text, for `schema` to refuse. */
  fromCell: (text: string) => unknown;
  toJson: (value: Value) => Value;
  /** A file may lack the column: a stored row keeps its value, a new row gets this one. */
  ifAbsent?: Value;
  /** The database's column and the SQL that leads there and back, where they are not the file's own. */
  stored?: { column: string; write: (value: string) => string };
  read?: (column: string) => string;
};

const MAX_TEXT = 200;

const identity = (value: Value) => value;
const wholeNumber = (text: string) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text || undefined);

/** A message for a value of the wrong type, and its own for one that is not there. */
const typeError = (what: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? "is missing" : `must be ${what}`,
});

const whole = (least: number) =>
  z
    .int(typeError("a whole number"))
    .min(least, `must be ${least} or more`)
    .max(MAX_INTEGER, `must be ${MAX_INTEGER} or less`);

const line = z
  .string(typeError("text"))
  .normalize("NFC")
  .trim()
  .max(MAX_TEXT, `must not be longer than ${MAX_TEXT} characters`)
  .refine(
    (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
    "must not hold line breaks or control characters",
  );

function column(parts: Partial<Column> & Pick<Column, "kind" | "schema" | "type">): Column {
  return { fromCell: (text) => text, toJson: identity, ...parts };
}

export const id = column({ kind: "whole", schema: whole(1), type: "integer", fromCell: wholeNumber });

export const optionalId = column({
  kind: "whole",
  schema: whole(1)
    .nullish()
    .transform((value) => value ?? null),
  type: "integer",
  fromCell: wholeNumber,
});

/** A whole number or nothing, in a column that files of before do not have. */
export const addedCount = column({
  kind: "whole",
  schema: whole(0).nullable(),
  type: "integer",
  fromCell: (text) => wholeNumber(text) ?? null,
  ifAbsent: null,
});

/** A whole number, `least` or more. */
export const count = (least = 0) =>
  column({ kind: "whole", schema: whole(least), type: "integer", fromCell: wholeNumber });

export const name = column({ kind: "text", schema: line.min(1, "is empty"), type: "text" });
/** A name in another language or nothing, in a column that files of before do not have. */
export const addedName = column({
  kind: "text",
  schema: line.nullable().transform((text) => text || null),
  type: "text",
  fromCell: (text) => text || null,
  ifAbsent: null,
});
export const optionalName = column({ kind: "text", schema: line, type: "text" });

/** A short text that is unique where it is given; blank counts as absent. */
export const code = column({
  kind: "code",
  schema: line.nullish().transform((text) => text || null),
  type: "text",
});

const day = z
  .string(typeError("a day, YYYY-MM-DD"))
  .trim()
  .refine(isDay, "must be a day that exists, YYYY-MM-DD");
const readDay = (stored: string) => `to_char(${stored}, 'YYYY-MM-DD')`;

export const date = column({
  kind: "day",
  schema: day,
  type: "date",
  fromCell: (text) => text || undefined,
  read: readDay,
});
export const optionalDate = column({
  kind: "day",
  schema: day.nullish().transform((text) => text ?? null),
  type: "date",
  fromCell: (text) => text || null,
  read: readDay,
});

export const yearLabel = column({
  kind: "label",
  schema: z
    .string(typeError("a label such as 2026/2027"))
    .trim()
    .regex(/^\d{4}\/\d{4}$/),
  type: "text",
});

/** `HH:MM` or `HH:MM:SS`, stored as seconds; read as `HH:MM` where there are no seconds beyond the minute. */
export const duration = column({
  kind: "duration",
  schema: z
    .string(typeError("a duration, HH:MM or HH:MM:SS"))
    .trim()
    .regex(/^\d{1,4}:[0-5]\d(:[0-5]\d)?$/)
    .transform((text) =>
      text
        .replace(/^0*(?=\d{2})/, "")
        .replace(/^(?=\d:)/, "0")
        .replace(/(:\d\d):00$/, "$1"),
    ),
  type: "interval",
  fromCell: (text) => text || undefined,
  // Its minutes follow, for the version that knew no seconds: prisma/sql/functions/keep_school_minutes.sql.
  stored: { column: "school_seconds", write: (value) => `extract(epoch from ${value})::integer` },
  read: (stored) =>
    `regexp_replace(to_char(make_interval(secs => ${stored}), 'HH24:MI:SS'), '(:\\d\\d):00$', '\\1')`,
});

/**
 * A decimal with at most two places. A JSON number's shortest form is exact up to 15 digits, more
 * than the column holds, so the text is taken from there and no arithmetic is done on it.
 */
export const decimal = (wholeDigits: number) =>
  column({
    kind: "decimal",
    schema: z
      .union([z.number(), z.string()], typeError("a number such as 32.50"))
      .transform((value) =>
        String(value)
          .trim()
          .replace(/(\.\d*?)0+$/, "$1")
          .replace(/\.$/, ""),
      )
      .refine((text) => /^\d+(\.\d+)?$/.test(text), "must be a number such as 32.50, zero or more")
      .refine((text) => !/\.\d{3}/.test(text), "must not have more than two decimals")
      .refine(
        (text) => !new RegExp(`^0*[1-9]\\d{${wholeDigits}}`).test(text),
        `must have ${wholeDigits} digits or fewer before the point`,
      )
      .transform((text) => {
        const [whole = "", cents = ""] = text.split(".");
        return `${whole.replace(/^0+(?=\d)/, "")}.${cents.padEnd(2, "0")}`;
      }),
    type: "numeric",
    fromCell: (text) => (/^\d+,\d+$/.test(text) ? text.replace(",", ".") : text || undefined),
    toJson: Number,
    read: (stored) => `${stored}::text`,
  });

/** A decimal as a person writes a price: "1.250,00 €". */
export const euros: Column = {
  ...decimal(8),
  fromCell: (text) =>
    decimal(8).fromCell(text.replace(/\s*€$/, "").replace(/^(\d{1,3})\.(\d{3})(?=,|$)/, "$1$2")),
};

const flags: Record<string, boolean> = { true: true, false: false, verdadero: true, falso: false };

export const flag = column({
  kind: "flag",
  schema: z.boolean(typeError("true or false")),
  type: "boolean",
  fromCell: (text) => flags[text.toLowerCase()] ?? (text || undefined),
});

/** One of a PostgreSQL enumeration's words. */
export const choice = (type: string, words: readonly [string, ...string[]]) =>
  column({
    kind: "choice",
    words,
    schema: z.enum(words, typeError(`one of ${words.join(", ")}`)),
    type,
    fromCell: (text) => text || undefined,
    read: (stored) => `${stored}::text`,
  });
