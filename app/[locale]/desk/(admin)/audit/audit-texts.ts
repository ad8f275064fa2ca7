import { useFormatter, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { useSettingTexts } from "@/app/[locale]/desk/(school)/settings/setting-texts";
import { toCopyField } from "@/lib/enrollment/stored-answers";
import type { Translator } from "@/lib/i18n/translator";
import type { AuditLogEntry } from "@/lib/people/audit-log";
import { isDay } from "@/lib/platform/dates";
import { getSettingControl, type SettingName, settingNames } from "@/lib/school/settings";

type AuditedValue = Pick<AuditLogEntry, "action" | "objectKind" | "objectId" | "values">;
type Formats = Pick<ReturnType<typeof useDateFormats>, "instant" | "longDay"> &
  Pick<ReturnType<typeof useFormatter>, "number">;
type SettingText = ReturnType<typeof useSettingTexts>["formatValue"];
type Names = Map<string, string>;

/** Message namespaces of coded values; some values contain several codes. */
const VALUE_NAMESPACES: Record<string, string[]> = {
  decided_state: ["desk.states"],
  state: ["desk.states", "desk.record.rounds"],
  exceptions: ["desk.bulk.outcomes"],
  kind: ["desk.bulk.kinds", "desk.catalogue.kinds"],
  admission: ["desk.catalogue.kinds"],
  languages: ["desk.staff.invite.languages"],
  merit: ["desk.round.objections.states"],
  offered_for: ["desk.texts.decisions"],
  role: ["desk.bar.roles"],
  scopes: ["desk.keys.scopes"],
  stopped: ["copy.values"],
  documentType: ["wizard.fields.documentTypes"],
  experienceYears: ["wizard.fields.experience_years"],
};

/** Values whose texts have another key. */
const VALUE_KEYS: Record<string, Record<string, string>> = {
  upheld: { true: "desk.round.objections.upheld", false: "desk.round.objections.rejected" },
  format: {
    xlsx: "desk.exports.formats.xlsx",
    "csv;": "desk.exports.formats.semicolons",
    "csv,": "desk.exports.formats.commas",
  },
};

/** Texts for coded values in the audit log. */
export function createAuditTexts(t: Translator, formats: Formats, formatSetting: SettingText) {
  const find = (...keys: string[]) => {
    const key = keys.find((key) => t.has(key as "desk.record.title"));
    return key && t(key as "desk.record.title");
  };
  const texts = {
    actor: (kind: string) => find(`desk.record.actors.${kind}`) ?? kind,
    action: (action: string) => find(`desk.record.actions.${action}`) ?? action,
    name: ({ action, objectKind }: Pick<AuditedValue, "action" | "objectKind">, name: string) => {
      if (name === "school_year_id") return t("desk.catalogue.one.school_years");
      const area =
        action === "list_exported" ? "list.filters" : objectKind === "catalogue" && "catalogue.columns";
      return (
        find(`desk.${area}.${name}`, `desk.record.values.${name}`, `copy.fields.${toCopyField(name)}`) ?? name
      );
    },
    value: (entry: AuditedValue, name: string, value: string | null, names: Names) => {
      if (value === null) return "–";
      const setting =
        entry.objectKind === "setting" && name === "value" && findSetting(entry.objectId, value);
      if (setting) return formatSetting(setting, value);
      if (entry.action === "list_exported") {
        if (name === "year") return names.get(`school_year/${value}`) ?? t("desk.list.allYears");
        if (name === "bulk") return t("desk.catalogue.flags.true");
        const filter = find(`desk.list.values.${name}.${value}`);
        if (filter) return filter;
      }
      return formatValue(find, formats, name, value, names);
    },
    /** Undefined if the action already names the object. */
    object: (entry: AuditedValue, names: Names) =>
      entry.objectKind === "school_year" && entry.objectId === "all"
        ? t("desk.list.allYears")
        : formatObject(find, formats, entry, names),
    /** A changed value with its name. */
    change: (entry: AuditedValue, { name, old, new: now }: AuditedValue["values"][number], names: Names) => {
      const format = (value: string | null) => texts.value(entry, name, value, names);
      const text =
        old === null ? format(now) : t("desk.record.change", { old: format(old), now: format(now) });
      return `${texts.name(entry, name)}: ${text}`;
    },
  };
  return texts;
}

export const useAuditTexts = () =>
  createAuditTexts(
    useTranslations(),
    { ...useDateFormats(), ...useFormatter() },
    useSettingTexts().formatValue,
  );

type FindText = (...keys: string[]) => string | undefined;

function formatValue(find: FindText, formats: Formats, name: string, value: string, names: Names): string {
  const key = VALUE_KEYS[name]?.[value];
  if (key) return find(key) ?? value;
  if (name === "choices") return formatChoices(value, names);
  if (["yes", "no", "true", "false"].includes(value))
    return find(`desk.catalogue.flags.${value === "yes" || value === "true"}`) ?? value;
  if (isDay(value)) return formats.longDay(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formats.instant(new Date(value));
  if (/^\d+\.\d\d$/.test(value)) return formats.number(Number(value), { minimumFractionDigits: 2 });
  const namespaces = VALUE_NAMESPACES[name];
  const table = name === "experienceSpecialityId" ? "speciality" : name;
  if (!namespaces) return names.get(`${table}/${value}`) ?? value;
  const formatCode = (code: string) =>
    find(...namespaces.map((namespace) => `${namespace}.${code.replaceAll(":", "_")}`)) ?? code;
  return value.split(/[ ,]+/).map(formatCode).join(", ");
}

/** Choices are stored as `specialities 1:26001 2:26003; syllabi 1:26010`. */
const formatChoices = (value: string, names: Names) =>
  value
    .split("; ")
    .flatMap((list) => {
      const table = list.startsWith("specialities") ? "speciality" : "syllabus";
      return [...list.matchAll(/:(\d+)/g)].map(([, id = ""]) => names.get(`${table}/${id}`) ?? id);
    })
    .join(", ");

function formatObject(
  find: FindText,
  formats: Formats,
  { objectKind: kind, objectId: id, values }: AuditedValue,
  names: Names,
) {
  const [first = "", ...rest] = id.split(/[ /]/);
  if (kind === "setting") return find(`desk.settings.rows.${id}.label`);
  if (kind === "mail_sentence") return find(`desk.texts.parts.${id}.label`);
  if (kind === "legal_text") return `${find(`desk.texts.kinds.${first}.label`) ?? first} ${rest.join(" ")}`;
  if (kind === "reason") return names.get(`reason/${first}`);
  if (kind === "retention") return isDay(id) ? formats.longDay(id) : undefined;
  if (kind === "place") {
    const placeNames = [names.get(`speciality/${rest[0]}`), names.get(`syllabus/${rest[1]}`)].filter(Boolean);
    return placeNames.length > 0 ? placeNames.join(", ") : undefined;
  }
  if (["api_key", "label", "round"].includes(kind)) return id;
  if (kind !== "catalogue")
    return names.get(id) ?? names.get(`${kind}/${id}`) ?? names.get(`speciality/${id}`);
  if (rest.length === 0) return find(`desk.catalogue.tables.${id}`);
  // A deleted row is shown by its last name.
  const oldName = values.find(({ name }) => name === "name")?.old;
  return `${find(`desk.catalogue.one.${first}`) ?? first}: ${names.get(id) ?? oldName ?? rest.join("/")}`;
}

/** Only existing settings with valid values. */
function findSetting(id: string, value: string): SettingName | undefined {
  const name = settingNames.find((name) => name === id);
  const control = name && getSettingControl(name);
  return control?.kind === "choice" && !control.options.includes(value) ? undefined : name;
}
