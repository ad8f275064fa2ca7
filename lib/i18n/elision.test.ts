import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import { addElision } from "./format";
import ca from "./messages/ca.json";

const t = createTranslator({ locale: "ca", messages: ca });

test.each([
  ["Anna", "d’Anna"],
  ["Òscar", "d’Òscar"],
  ["Hug", "d’Hug"],
  ["Ismael", "d’Ismael"],
  ["Úrsula", "d’Úrsula"],
  ["Ḥasan", "d’Ḥasan"],
  ["Carla", "de Carla"],
  ["Iolanda", "de Iolanda"],
  ["Yolanda", "de Yolanda"],
  ["Queralt", "de Queralt"],
  ["محمد", "de محمد"],
])("in Catalan the name %s has de or d’", (name, expected) => {
  expect(t("wizard.steps.student-more.title", { who: "child", ...addElision({ name }) })).toBe(
    `Més dades ${expected}`,
  );
});

test.each([
  ["1 de maig del 2026", "l’1 de maig"],
  ["11 de maig del 2026", "l’11 de maig"],
  ["12 de maig del 2026", "el 12 de maig"],
  ["2 de maig del 2026", "el 2 de maig"],
  ["21 de maig del 2026", "el 21 de maig"],
])("in Catalan a day has its article: %s", (from, expected) => {
  expect(t("home.notYet", addElision({ from }))).toContain(expected);
});

test.each([
  ["Òscar", "Ha canviat la sol·licitud d’Òscar"],
  ["Núria", "Ha canviat la sol·licitud de Núria"],
  ["", "Ha canviat la sol·licitud"],
])("in Catalan a missing name is left out: %s", (student, expected) => {
  expect(t("mail.changed.subject", addElision({ student }))).toBe(expected);
});
