import { expect, test } from "vitest";
import { RoundState } from "@/generated/prisma/enums";
import { scopes } from "@/lib/api/keys";
import { tableNames, tables } from "@/lib/catalogue/files/tables";
import { bulkKinds } from "@/lib/desk/bulk/schema";
import { filterNames, getFilterValues } from "@/lib/desk/list/filters";
import { type Field, fieldRows } from "@/lib/enrollment/fields";
import { stateNames } from "@/lib/enrollment/states";
import { locales } from "@/lib/i18n/locales";
import en from "@/lib/i18n/messages/en.json";
import { getTranslator } from "@/lib/i18n/translator";
import { staffRoles } from "@/lib/people/staff/permissions";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { createAuditTexts } from "./audit-texts";

const formats = {
  instant: (at: Date) => at.toDateString(),
  longDay: (day: string) => `day ${day}`,
  number: (amount: unknown) => `${amount} euros`,
};
const createTexts = (locale: "es" | "ca" | "en") =>
  createAuditTexts(getTranslator(locale) as never, formats, (_, text) => text);

const toColumn = ({ stored }: Field) => (stored && "column" in stored ? [stored.column] : []);
const toCamelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names whose words no type asks for: columns that a correction writes, filters of an export, counts of the nightly erasure. */
const columns = new Set(fieldRows.flatMap(([, field]: [string, Field]) => toColumn(field)));
const exported = [...filterNames, "erased", "searched", "format", "columns", "bulk"];
const erased = ["people", "access_entries", "data_requests", "audit_values"];

const codes: [name: string, values: readonly string[]][] = [
  ["decided_state", stateNames],
  ["state", [...stateNames, ...Object.values(RoundState)]],
  ["role", staffRoles],
  ["kind", bulkKinds],
  ["format", ["xlsx", "csv;", "csv,"]],
  ["merit", ["claimed", "checked", "refused"]],
  ["exceptions", ["no_place", "not_the_turn", "round_open"]],
  ["offered_for", [...stateNames, "question"]],
  ["languages", locales],
  ["scopes", scopes],
  ["stopped", ["bounced", "complained"]],
  ["upheld", ["true", "false"]],
  ["documentType", documentTypes],
  ["experienceYears", experienceOptions.map(({ key }) => key)],
];

const RAW = /^[a-z]+(?:[_:][a-z]+)+$|^[a-z]+[A-Z]|_/;

test.each(locales)("desk 31: every action and value name has a text in %s", (locale) => {
  const texts = createTexts(locale);
  const toNameRow = (action: string, objectKind: string) => (name: string) => [
    name,
    texts.name({ action, objectKind }, name),
  ];
  const names = [
    ...Object.keys(en.desk.record.actions).map((action) => [action, texts.action(action)]),
    ...Object.keys(en.desk.record.values).map(toNameRow("decided", "enrollment")),
    ...[...columns].map(toCamelCase).map(toNameRow("person_corrected", "person")),
    ...exported.map(toNameRow("list_exported", "school_year")),
    ...erased.map(toNameRow("retention", "retention")),
    ...tableNames
      .flatMap((table) => Object.keys(tables[table].columns))
      .map(toNameRow("catalogue_changed", "catalogue")),
  ] as [string, string][];
  const raw = names.filter(
    ([name, text]) => RAW.test(text) || (text === name && name !== "ca" && name !== "es"),
  );
  expect(raw.filter(([name]) => name !== "id")).toEqual([]);
  expect(names.length).toBeGreaterThan(200);
});

test.each(locales)("desk 31: coded values are shown as text in %s", (locale) => {
  const texts = createTexts(locale);
  const entry = { action: "decided", objectKind: "enrollment", objectId: "A", values: [] };
  const shown = codes.flatMap(([name, values]) =>
    values.map((value) => [name, value, texts.value(entry, name, value, new Map())] as const),
  );
  const filterValues = [
    ...filterNames.map((name) => [name, getFilterValues(name)] as const),
    ["erased", ["too"]] as const, // of the command only
  ];
  const filters = filterValues.flatMap(([name, values]) =>
    values.map((value) => {
      const text = texts.value({ ...entry, action: "list_exported" }, name, value, new Map());
      return [name, value, text] as const;
    }),
  );
  expect(filters.length).toBeGreaterThan(25);
  const isRaw = (value: string, text: string) => RAW.test(text) || (locale !== "en" && text === value);
  expect([...shown, ...filters].filter(([, value, text]) => isRaw(value, text))).toEqual([]);
});

test("desk 31: shows choices by name; days, times and prices formatted", () => {
  const { value } = createTexts("es");
  const entry = { action: "choices_changed", objectKind: "enrollment", objectId: "A", values: [] };
  const names = new Map([
    ["speciality/1", "Piano"],
    ["syllabus/1", "Elemental 1.º"],
    ["reason/no_place", "No quedan plazas"],
  ]);
  expect(value(entry, "choices", "specialities 1:1; syllabi 1:1", names)).toBe("Piano, Elemental 1.º");
  expect(value(entry, "answer_by", "2026-11-28", names)).toBe("day 2026-11-28");
  expect(value(entry, "at", "2026-11-28T10:00:00.000Z", names)).toBe("Sat Nov 28 2026");
  expect(value(entry, "price", "380.00", names)).toBe("380 euros");
  expect(value(entry, "reason", "no_place", names)).toBe("No quedan plazas");
  expect(value(entry, "words", "Escrito_así", names)).toBe("Escrito_así");
});
