import * as z from "zod/mini";
import { isDeliverable } from "@/lib/mail/addresses";
import { getAge, isDay } from "@/lib/platform/dates";
import type { FieldCode } from "@/lib/platform/errors";
import { MAX_INTEGER } from "@/lib/platform/stored-values";
import { isBlank } from "@/lib/platform/text";
import { documentTypes, experienceOptions } from "@/lib/reference/values";

const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/gu;

/**
 * Control characters, and marks that change the text direction (embeddings, overrides, isolates). Joiners and the two
 * direction marks stay, because some words need them.
 */
const HIDDEN = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** A single-line text as it is stored: trimmed, NFC, tabs and line breaks as spaces. */
export const toSingleLine = (text: string): string =>
  toMultiLine(text.replace(LINE_BREAK, " ").replaceAll("\t", " "));

// Every message of these schemas is a field code; texts are in lib/i18n/messages. `.meta()` only documents
// (lib/api/openapi.ts) what the checks cannot express.

/** Maximum text lengths in code points. */
export const LIMITS = { name: 200, email: 254, document: 32, phone: 20, observations: 4_000 };

/** An optional field: absent, null and blank are the same, for numbers too. */
export const optional = <T extends z.ZodMiniType>(schema: T, blank = isBlank) => {
  const blankToUndefined = (value: unknown): unknown =>
    value === null || (typeof value === "string" && blank(value)) ? undefined : value;
  return z.pipe(z.transform(blankToUndefined), z.optional(schema));
};

const code = (fieldCode: FieldCode) => fieldCode;
const missing = (type: FieldCode) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? code("required") : type),
});

/**
 * A text of at most `max` code points, normalised by `normalise`. Checks must not `abort`: zod would skip the rules of the
 * whole object, so that one error would hide others.
 */
function text(max: number, normalise = toSingleLine) {
  const limitedText = z.string().check(
    z.refine((value) => !isBlank(value), code("required")),
    z.refine((value) => [...value].length <= max, code("too_long")),
  );
  return z
    .pipe(z.pipe(z.string(missing("invalid_type")), z.transform(normalise)), limitedText)
    .check(z.meta({ minLength: 1, maxLength: max }));
}

/** Rules check that the id exists; the schema checks only the column's range. */
const id = () => z.int(missing("invalid_type")).check(z.meta({ minimum: 1, maximum: MAX_INTEGER }));
export const schoolYearId = id();
export const catalogueId = id();

const toMultiLine = (text: string): string => text.toWellFormed().replace(HIDDEN, "").normalize("NFC").trim();

export const singleLineText = text(LIMITS.name);
export const observations = text(LIMITS.observations, toMultiLine);

/** An address that can receive e-mail; the domain of generated addresses (4.4-9) is invalid. */
export const email = text(LIMITS.email).check(
  z.refine(isEmail, code("invalid_email")),
  z.meta({ format: "email" }),
);

/** A value without normalisation: surrounding spaces are invalid. */
const exactText = (max: number, test: (value: string) => boolean, errorCode: FieldCode) =>
  z.string(missing("invalid_type")).check(
    z.refine((value) => !isBlank(value), code("required")),
    z.refine((value) => [...value].length <= max, code("too_long")),
    z.refine(test, code(errorCode)),
  );

const EARLIEST = "1900";

/** An existing day, `YYYY-MM-DD`; a rule checks that it is not in the future. */
export const birthDate = exactText(200, (day) => isDay(day) && day >= EARLIEST, "invalid_date").check(
  z.meta({ format: "date", pattern: "^(19|[2-9]\\d)\\d{2}-\\d{2}-\\d{2}$", maxLength: 10 }),
);

export const documentType = exactText(
  200,
  (value) => documentTypes.some((type) => type === value),
  "document_type_unsupported",
).check(z.meta({ enum: documentTypes }));

/** Whether a document number has no letter or digit, such as "-". */
export const isBlankDocument = (value: string) => !/[\p{L}\p{N}]/u.test(value);

/** A document number; one of separators only is blank. */
export const documentNumber = text(LIMITS.document).check(
  z.refine((value) => !isBlankDocument(value), code("required")),
);

export const country = exactText(200, (value) => /^[a-z]{2}$/.test(value), "country_unsupported").check(
  z.meta({
    pattern: "^[a-z]{2}$",
    maxLength: 2,
  }),
);

/** A national phone number, digits only (4.3-7). */
export const phone = exactText(LIMITS.phone, (value) => /^\d+$/.test(value), "invalid_phone").check(
  z.meta({
    pattern: "^\\d+$",
    maxLength: LIMITS.phone,
  }),
);

/** `+` and one to four digits; no E.164 code begins with 0 (4.3-7). */
export const phonePrefix = exactText(
  LIMITS.phone,
  (value) => /^\+[1-9]\d{0,3}$/.test(value),
  "invalid_phone_prefix",
).check(z.meta({ pattern: "^\\+[1-9]\\d{0,3}$", maxLength: 5 }));

export const experienceYears = z.int(missing("invalid_type")).check(
  z.refine(
    (key) => experienceOptions.some((option) => option.key === String(key)),
    code("experience_unavailable"),
  ),
  z.meta({ enum: experienceOptions.map(({ key }) => Number(key)) }),
);

const booleanValue = z.boolean(missing("invalid_type"));

export const termsAccepted = booleanValue.check(
  z.refine((accepted) => accepted, code("terms_not_accepted")),
  z.meta({ const: true }),
);

/** The form in which a document is unique: its letters and digits, in upper case. */
export function toDocumentKey(value: string): string {
  return value
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** Whether a person born on `birth` is 18 or older on `today`. */
export const isAdult = (birth: string, today: string) => getAge(birth, today) >= 18;

// Dots only between words, and a domain of at least two labels.
const WORD = /[^\s@.,:;<>()[\]\\"\p{C}]+/u.source;
const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source;
const EMAIL = new RegExp(`^(?=.{1,64}@)${WORD}(?:\\.${WORD})*@(?:${LABEL}\\.)+(?!\\p{N}+$)${LABEL}$`, "u");

function isEmail(value: string): boolean {
  return EMAIL.test(value) && isDeliverable(value);
}
