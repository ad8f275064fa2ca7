import { z } from "zod";
import { isDay } from "@/lib/platform/dates";
import { MAX_INTEGER } from "@/lib/platform/stored-values";

/** A value in the form shared by files and SQL: days `YYYY-MM-DD`, durations `HH:MM` or `HH:MM:SS`, money `"32.50"`. */
export type Value = string | number | boolean | null;

/** A column of a catalogue table: its values in files, and its form in PostgreSQL. */
export type Column = {
  /** The kind of value, which decides the control on a page. */
  kind: "choice" | "code" | "day" | "decimal" | "duration" | "flag" | "label" | "text" | "whole";
  /** The possible values of a choice. */
  choices?: readonly string[];
  /** Parses a JSON member into the stored value; its messages follow the column's name. */
  schema: z.ZodType<Value>;
  type: string;
  /** Converts a CSV cell into a JSON value; invalid text stays text and is rejected by `schema`. */
  fromCell: (text: string) => unknown;
  toJson: (value: Value) => Value;
  /** The column may be missing in a file: a stored row keeps its value, a new row gets this one. */
  ifAbsent?: Value;
  /** The database's column and the SQL to write and read it, if they differ from the file's. */
  stored?: { column: string; write: (value: string) => string };
  read?: (column: string) => string;
};

const MAX_TEXT = 200;

const wholeNumber = (text: string) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text || undefined);

/** The messages for a missing value and one of the wrong type. */
const typeError = (expected: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? "is missing" : `must be ${expected}`,
});

const whole = (min: number) =>
  z
    .int(typeError("a whole number"))
    .min(min, `must be ${min} or more`)
    .max(MAX_INTEGER, `must be ${MAX_INTEGER} or less`);

const singleLine = z
  .string(typeError("text"))
  .normalize("NFC")
  .trim()
  .max(MAX_TEXT, `must not be longer than ${MAX_TEXT} characters`)
  .refine(
    (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
    "must not hold line breaks or control characters",
  );

function defineColumn(parts: Partial<Column> & Pick<Column, "kind" | "schema" | "type">): Column {
  return { fromCell: (text) => text, toJson: (value) => value, ...parts };
}

const day = z
  .string(typeError("a day, YYYY-MM-DD"))
  .trim()
  .refine(isDay, "must be a day that exists, YYYY-MM-DD");
const readDay = (stored: string) => `to_char(${stored}, 'YYYY-MM-DD')`;

const flags: Record<string, boolean> = { true: true, false: false, verdadero: true, falso: false };

/**
 * A decimal with at most two places, kept as text without arithmetic: the shortest form of a JSON number is exact up
 * to 15 digits, more than the column has.
 */
const decimal = (wholeDigits: number) =>
  defineColumn({
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

/** Every type of column of the catalogue's files. */
export const columns = {
  id: defineColumn({ kind: "whole", schema: whole(1), type: "integer", fromCell: wholeNumber }),

  optionalId: defineColumn({
    kind: "whole",
    schema: whole(1)
      .nullish()
      .transform((value) => value ?? null),
    type: "integer",
    fromCell: wholeNumber,
  }),

  /** An optional whole number in a column that old files do not have. */
  addedCount: defineColumn({
    kind: "whole",
    schema: whole(0).nullable(),
    type: "integer",
    fromCell: (text) => wholeNumber(text) ?? null,
    ifAbsent: null,
  }),

  count: (min = 0) =>
    defineColumn({ kind: "whole", schema: whole(min), type: "integer", fromCell: wholeNumber }),

  name: defineColumn({ kind: "text", schema: singleLine.min(1, "is empty"), type: "text" }),
  /** An optional name in another language, in a column that old files do not have. */
  addedName: defineColumn({
    kind: "text",
    schema: singleLine.nullable().transform((text) => text || null),
    type: "text",
    fromCell: (text) => text || null,
    ifAbsent: null,
  }),
  optionalName: defineColumn({ kind: "text", schema: singleLine, type: "text" }),

  /** A short unique text; blank counts as absent. */
  code: defineColumn({
    kind: "code",
    schema: singleLine.nullish().transform((text) => text || null),
    type: "text",
  }),

  date: defineColumn({
    kind: "day",
    schema: day,
    type: "date",
    fromCell: (text) => text || undefined,
    read: readDay,
  }),
  optionalDate: defineColumn({
    kind: "day",
    schema: day.nullish().transform((text) => text ?? null),
    type: "date",
    fromCell: (text) => text || null,
    read: readDay,
  }),

  yearLabel: defineColumn({
    kind: "label",
    schema: z
      .string(typeError("a label such as 2026/2027"))
      .trim()
      .regex(/^\d{4}\/\d{4}$/),
    type: "text",
  }),

  /** `HH:MM` or `HH:MM:SS`, stored as seconds; read as `HH:MM` where the seconds are 0. */
  duration: defineColumn({
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
    // A trigger keeps the minutes for the previous version: prisma/sql/functions/keep_school_minutes.sql.
    stored: { column: "school_seconds", write: (value) => `extract(epoch from ${value})::integer` },
    read: (stored) =>
      `regexp_replace(to_char(make_interval(secs => ${stored}), 'HH24:MI:SS'), '(:\\d\\d):00$', '\\1')`,
  }),

  decimal,

  /** A decimal in a typed form such as "1.250,00 €". */
  euros: {
    ...decimal(8),
    fromCell: (text: string) =>
      decimal(8).fromCell(text.replace(/\s*€$/, "").replace(/^(\d{1,3})\.(\d{3})(?=,|$)/, "$1$2")),
  },

  flag: defineColumn({
    kind: "flag",
    schema: z.boolean(typeError("true or false")),
    type: "boolean",
    fromCell: (text) => flags[text.toLowerCase()] ?? (text || undefined),
  }),

  /** A value of a PostgreSQL enum. */
  choice: (type: string, choices: readonly [string, ...string[]]) =>
    defineColumn({
      kind: "choice",
      choices,
      schema: z.enum(choices, typeError(`one of ${choices.join(", ")}`)),
      type,
      fromCell: (text) => text || undefined,
      read: (stored) => `${stored}::text`,
    }),
};
