import { useTranslations } from "next-intl";
import { useSettingTexts } from "@/app/[locale]/desk/(school)/settings/setting-texts";
import type { AuditLogEntry } from "@/lib/desk/audit/queries";
import { getSettingControl, type SettingName, settingNames } from "@/lib/school/settings";

type About = Pick<AuditLogEntry, "objectKind" | "objectId" | "values">;

/** The school's words for what the record says in code; what has none yet is shown as it is. */
export function useAuditTexts() {
  const t = useTranslations("desk.record");
  const states = useTranslations("desk.list.values.state");
  const catalogue = useTranslations("desk.catalogue");
  const setting = useSettingTexts();
  const words = (key: string, code: string) =>
    t.has(key as "title") ? t(key as "title") : code.replaceAll("_", " ");
  const inCatalogue = (column: string, value: string) => {
    if (column === "is_individual") return catalogue(`flags.${value === "true" ? "true" : "false"}`);
    const key = `kinds.${value}`;
    return column === "kind" && catalogue.has(key as "none") ? catalogue(key as "none") : value;
  };
  return {
    actor: (code: string) => words(`actors.${code}`, code),
    action: (code: string) => words(`actions.${code}`, code),
    name: (code: string) => {
      if (code === "school_year_id") return catalogue("one.school_years");
      const column = `columns.${code}` as "none";
      return catalogue.has(column) ? catalogue(column) : words(`values.${code}`, code);
    },
    value: (about: About, name: string, value: string | null, names: Map<string, string>) => {
      if (value === null) return "–";
      if (name.endsWith("state") && states.has(value as "pending")) return states(value as "pending");
      const of = about.objectKind === "setting" && name === "value" && settingOf(about.objectId, value);
      if (of) return setting.value(of, value);
      if (value === "yes" || value === "no") return catalogue(`flags.${value === "yes"}`);
      return (
        names.get(`${name}/${value}`) ?? (about.objectKind === "catalogue" ? inCatalogue(name, value) : value)
      );
    },
  };
}

/** A setting that there is, with a value that it can have. */
function settingOf(id: string, value: string): SettingName | undefined {
  const name = settingNames.find((name) => name === id);
  const control = name && getSettingControl(name);
  return control?.kind === "choice" && !control.options.includes(value) ? undefined : name;
}

/** What an entry is about, in words; nothing where there are none. */
export function useAuditObjectNames() {
  const t = useTranslations("desk");
  const said = (key: string) => (t.has(key as "states.pending") ? t(key as "states.pending") : undefined);
  return ({ objectKind: kind, objectId: id, values }: About, names: Map<string, string>) => {
    if (kind === "setting") return said(`settings.rows.${id}.label`);
    if (kind === "place") {
      const [, speciality, syllabus] = id.split("/");
      const of = [names.get(`speciality/${speciality}`), names.get(`syllabus/${syllabus}`)].filter(Boolean);
      return of.length > 0 ? of.join(", ") : undefined;
    }
    if (kind !== "catalogue")
      return names.get(id) ?? names.get(`${kind}/${id}`) ?? names.get(`speciality/${id}`);
    const [table = "", ...row] = id.split("/");
    if (row.length === 0) return said(`catalogue.tables.${table}`);
    // A row that is gone goes by the name that it had.
    const gone = values.find(({ name }) => name === "name")?.old;
    return `${said(`catalogue.one.${table}`) ?? table}: ${names.get(id) ?? gone ?? row.join("/")}`;
  };
}
