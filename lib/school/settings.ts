import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { createCache, invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, isDay, startOfDay, toDay, toLocalDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { getToday } from "@/lib/platform/sandbox";
import { asciiDigits } from "@/lib/platform/text";
import { countryCodes } from "@/lib/reference/countries";
import { DEFAULT_COLOR } from "./color-tones";

const text = (max: number) =>
  z.string().trim().min(1, "must not be blank").max(max, `must have ${max} characters at most`);

const count = (unit: "days" | "minutes" | "years", min: number, max: number) =>
  z
    .int(`must be a whole number of ${unit}`)
    .min(min, `must be ${min} at least`)
    .max(max, `must be ${max} at most`)
    .meta({ unit: unit });

const dayOrNone = z
  .string()
  .refine((day) => day === "" || isDay(day), "must be a day such as 2027-06-30, or empty")
  .meta({ control: "day" })
  .default("");

/** Every setting of the school by its group on the desk's page: its schema and default. */
const schemasByGroup = {
  school: {
    school_name: text(120).default("Escuela de Música Matrícula"),
    /** Links, buttons and shades in pages and e-mails; illegible tones are adjusted. */
    school_color: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #0b5d5a")
      .meta({ control: "color" })
      .default(DEFAULT_COLOR),
    contact_email: z.email("must be an e-mail address").default("secretaria@escuela.example"),
    contact_phone: text(32).default("+34 900 000 000"),
    contact_address: text(200).default("Calle Mayor 1, 28013 Madrid"),
    default_locale: z.enum(["es", "ca", "en"], "must be es, ca or en").default("es"),
    time_zone: text(64)
      .refine(isTimeZone, "must be an IANA time zone such as Europe/Madrid")
      .meta({ control: "zone" })
      .default("Europe/Madrid"),
    terms_url: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  },
  enrolling: {
    price_period: z.enum(["year", "month"], "must be year or month").default("year"),
    allow_minors_without_email: z.boolean("must be true or false").default(false),
    /** Whether the second guardian confirms: not asked (a password is enough), asked, or required before an acceptance. */
    second_guardian: z
      .enum(["not_asked", "asked", "required"], "must be not_asked, asked or required")
      .default("asked"),
    course_age: z.enum(["birthday", "birth_year"], "must be birthday or birth_year").default("birthday"),
    supported_countries: z
      .array(
        z
          .string()
          .refine(
            (code) => countryCodes.includes(code),
            "must be lower-case ISO 3166-1 alpha-2 codes such as es,fr",
          ),
      )
      .min(1, "must name at least one country")
      .default([...countryCodes]),
    setup_link_days: count("days", 1, 30).default(7),
  },
  answering: {
    answer_within_days: count("days", 1, 365).default(15),
    /** The delay of notifications, during which a decision can be undone. */
    decision_hold_minutes: count("minutes", 0, 1440).default(10),
    show_waiting_rank: z.boolean("must be true or false").default(false),
    /** Days to confirm a place after its announcement; 0: not asked. */
    place_answer_days: count("days", 0, 90).default(0),
    /** Without an answer, the place is kept and the desk asks ("to_desk"), or it is lost. */
    place_answer_silence: z.enum(["to_desk", "lost"], "must be to_desk or lost").default("to_desk"),
    /** The last day on which families can withdraw an accepted enrollment; empty: only the school can. */
    accepted_may_withdraw_until: dayOrNone,
  },
  keeping: {
    /** Days for which enrollments without a place are retained after their school year. */
    keep_unplaced_days: count("days", 0, 3650).default(0),
    /** Years for which students are retained after their last school year, because of possible claims. */
    keep_placed_years: count("years", 1, 50).default(6),
    /** From this day on, expired data is erased each night; the first night sets it a month ahead. */
    erase_from: dayOrNone,
  },
  desk: {
    /** Whether staff need a second factor; optional in the demo. */
    staff_second_factor: z.enum(["required", "optional"], "must be required or optional").default("required"),
    /** Whether an empty embedded database gets the demo school; false after somebody has deleted it. */
    demo_school: z.boolean("must be true or false").default(true),
  },
} satisfies Record<string, Record<string, z.ZodType>>;

export const settingSchemas = {
  ...schemasByGroup.school,
  ...schemasByGroup.enrolling,
  ...schemasByGroup.answering,
  ...schemasByGroup.keeping,
  ...schemasByGroup.desk,
};

const schema = z.object(settingSchemas);

export type Settings = Omit<z.output<typeof schema>, "terms_url"> & { terms_url: string };
export type SettingName = keyof typeof settingSchemas;

export const settingNames = Object.keys(settingSchemas) as [SettingName, ...SettingName[]];

/** The school's settings, cached; running processes see a change within a second. */
export const getSettings = createCache("settings", "settings", readSettings);

/** The stored settings, without the cache. */
export async function readSettings(): Promise<Settings> {
  const rows = await prisma().setting.findMany({ select: { key: true, value: true } });
  const stored = schema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
  return { ...stored, terms_url: stored.terms_url ?? getDefaultTermsUrl() };
}

/** The service's own page of the terms; only its text is known here. */
export const getDefaultTermsUrl = () => `${getPublicUrl()}/terms`;

/** Writes the audit entry of a change, in the same transaction. */
type SettingRecorder = (
  tx: Prisma.TransactionClient,
  name: SettingName,
  change: [old: string, now: string],
) => Promise<void>;

/**
 * Validates and stores a setting.
 * @param record called only for a real change
 * @throws ZodError with a message about the valid values
 */
export async function writeSetting(name: SettingName, value: unknown, record?: SettingRecorder) {
  await prisma().$transaction(async (tx) => {
    const [old, now] = (await saveSetting(tx, name, value)).map((value) => String(value ?? ""));
    if (old !== now) await record?.(tx, name, [old as string, now as string]);
  });
  invalidate("settings");
}

/**
 * Stores a setting in the caller's transaction and locks the table; the caller invalidates the cache.
 * @returns the values before and after; undefined for the service's default
 */
export async function saveSetting(tx: Prisma.TransactionClient, name: SettingName, value: unknown) {
  const checked = settingSchemas[name].parse(value);
  await tx.$executeRaw`lock table settings in share row exclusive mode`;
  const where = { key: name };
  const before = (await tx.setting.findUnique({ where, select: { value: true } }))?.value;
  const data = { key: name, value: checked as Prisma.InputJsonValue };
  if (checked === undefined) await tx.setting.deleteMany({ where });
  else await tx.setting.upsert({ where, create: data, update: data, select: { key: true } });
  return [settingSchemas[name].parse(before ?? undefined), checked] as const;
}

export function getPublicUrl(): string {
  return (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, "");
}

export const settingsByGroup = Object.entries(schemasByGroup).map(
  ([group, schemas]) => [group, Object.keys(schemas)] as [keyof typeof schemasByGroup, SettingName[]],
);

/** The control of a setting, with its limits. */
type SettingControl =
  | { kind: "countries" | "color" | "day" | "email" | "flag" | "url" | "zone" }
  | { kind: "choice"; options: string[] }
  | { kind: "number"; min: number; max: number; unit: "days" | "minutes" | "years" }
  | { kind: "line"; max: number };

export function getSettingControl(name: SettingName): SettingControl {
  const schema = settingSchemas[name].unwrap();
  if (schema instanceof z.ZodBoolean) return { kind: "flag" };
  if (schema instanceof z.ZodEnum) return { kind: "choice", options: schema.options };
  if (schema instanceof z.ZodArray) return { kind: "countries" };
  if (schema instanceof z.ZodNumber)
    return {
      kind: "number",
      min: schema.minValue ?? 0,
      max: schema.maxValue ?? 0,
      unit: schema.meta()?.unit as "days" | "minutes" | "years",
    };
  if (schema instanceof z.ZodURL) return { kind: "url" };
  if (schema instanceof z.ZodEmail) return { kind: "email" };
  const control = schema.meta()?.control as "day" | "color" | "zone" | undefined;
  return control ? { kind: control } : { kind: "line", max: schema.maxLength ?? 0 };
}

/** Parses the text of a command or page into the setting's value; undefined means the default. */
export function parseSettingText(name: SettingName, text: string): unknown {
  const { kind } = getSettingControl(name);
  if (kind === "flag") return { true: true, false: false }[text.trim()] ?? text;
  if (kind === "number") return text.trim() === "" ? text : Number(asciiDigits(text));
  if (kind === "url") return text.trim() || undefined;
  if (kind !== "countries") return text;
  if (text.trim() === "all") return;
  const parts = text.split(",").map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

export function formatSettingText(name: SettingName, value: unknown): string {
  const isDefault = String(value) === String(settingSchemas[name].safeParse(undefined).data);
  return Array.isArray(value) && isDefault ? "all" : String(value ?? "");
}

/** Today in the school's time zone. */
export async function getSchoolToday(now?: Date): Promise<Day> {
  const { time_zone } = await getSettings();
  return getToday(time_zone, now);
}

/** A filter of instants: the days from `from` until `until`, in the school's time zone. */
export async function whereInDays({ from, until }: { from?: Day | undefined; until?: Day | undefined }) {
  const { time_zone } = await getSettings();
  return {
    ...(from && { gte: startOfDay(from, time_zone) }),
    ...(until && { lt: startOfDay(addDays(until, 1), time_zone) }),
  };
}

/** The last day for the school's answer to an enrollment of this instant. */
export const getAnswerDeadline = (submittedAt: Date, { time_zone, answer_within_days }: Settings): Day =>
  addDays(toLocalDay(time_zone, submittedAt), answer_within_days);

/** The promised last day, or the current setting's for old enrollments without one. */
export const getPromisedDay = (
  { answerBy: promised, createdAt }: { answerBy: Date | null; createdAt: Date },
  school: Settings,
): Day => (promised ? toDay(promised) : getAnswerDeadline(createdAt, school));

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
