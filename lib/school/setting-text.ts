import { z } from "zod";
import { asciiDigits } from "@/lib/platform/digits";
import { type SettingName, settingSchemas } from "./settings";

export const settingGroups = ["school", "enrolling", "answering", "keeping", "desk"] as const;

/** With which others a setting is shown, in this order. */
const groupOf: Record<SettingName, (typeof settingGroups)[number]> = {
  school_name: "school",
  school_color: "school",
  contact_email: "school",
  contact_phone: "school",
  contact_address: "school",
  default_locale: "school",
  time_zone: "school",
  terms_url: "school",
  price_period: "enrolling",
  allow_minors_without_email: "enrolling",
  second_guardian: "enrolling",
  course_age: "enrolling",
  supported_countries: "enrolling",
  setup_link_days: "enrolling",
  answer_within_days: "answering",
  decision_hold_minutes: "answering",
  show_waiting_rank: "answering",
  place_answer_days: "answering",
  place_answer_silence: "answering",
  accepted_may_withdraw_until: "answering",
  keep_unplaced_days: "keeping",
  keep_placed_years: "keeping",
  erase_from: "keeping",
  staff_second_factor: "desk",
  demo_school: "desk",
};

export const listGroupSettings = (group: (typeof settingGroups)[number]) =>
  (Object.keys(groupOf) as SettingName[]).filter((name) => groupOf[name] === group);

/** What a setting is asked by, with what its control has to know. */
export type SettingControl =
  | { kind: "countries" | "color" | "day" | "email" | "flag" | "url" | "zone" }
  | { kind: "choice"; options: string[] }
  | { kind: "number"; least: number; most: number; unit: "days" | "minutes" | "years" }
  | { kind: "line"; most: number };

/** By what its schema says. */
export function getSettingControl(name: SettingName): SettingControl {
  const schema = settingSchemas[name].unwrap();
  if (schema instanceof z.ZodBoolean) return { kind: "flag" };
  if (schema instanceof z.ZodEnum) return { kind: "choice", options: schema.options };
  if (schema instanceof z.ZodArray) return { kind: "countries" };
  if (schema instanceof z.ZodNumber)
    return {
      kind: "number",
      least: schema.minValue ?? 0,
      most: schema.maxValue ?? 0,
      unit: schema.meta()?.unit as "days" | "minutes" | "years",
    };
  if (schema instanceof z.ZodURL) return { kind: "url" };
  if (schema instanceof z.ZodEmail) return { kind: "email" };
  const control = schema.meta()?.control as "day" | "color" | "zone" | undefined;
  return control ? { kind: control } : { kind: "line", most: schema.maxLength ?? 0 };
}

/** A text, as a command or a page has it, as a value of the setting's kind; undefined stands for its default. */
export function parseSettingText(name: SettingName, text: string): unknown {
  const { kind } = getSettingControl(name);
  if (kind === "flag") return { true: true, false: false }[text.trim()] ?? text;
  if (kind === "number") return text.trim() === "" ? text : Number(asciiDigits(text));
  if (kind === "url") return text.trim() || undefined;
  if (kind !== "countries") return text;
  if (text.trim() === "all") return;
  const words = text.split(",").map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}

/** The value as `settingFrom` takes it. */
export function formatSettingText(name: SettingName, value: unknown): string {
  const isDefault = String(value) === String(settingSchemas[name].safeParse(undefined).data);
  return Array.isArray(value) && isDefault ? "all" : String(value ?? "");
}
