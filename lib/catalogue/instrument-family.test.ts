import { expect, test } from "vitest";
import specialities from "@/prisma/seed/specialities.json";
import { getInstrumentFamily } from "./instrument-family";

// By hand, from a conservatory's departments.
const expected = {
  strings: [
    "Violín",
    "Viola",
    "Violonchelo",
    "Contrabajo",
    "Guitarra",
    "Arpa",
    "Guitarra eléctrica",
    "Bajo eléctrico",
  ],
  keys: ["Piano", "Acordeón", "Piano jazz"],
  wind: [
    "Flauta travesera",
    "Flauta de pico",
    "Oboe",
    "Clarinete",
    "Fagot",
    "Saxofón",
    "Trompa",
    "Trompeta",
    "Trombón",
    "Tuba",
    "Dulzaina",
  ],
  voice: ["Canto", "Canto moderno"],
  percussion: ["Percusión", "Batería"],
};

test("families 41: each instrument of the demo school has its family's drawing", () => {
  const found = Object.groupBy(
    specialities.map(({ name }) => name),
    getInstrumentFamily,
  );
  expect(found).toEqual(expected);
});

test.each([
  ["Violoncel·lo", "strings"],
  ["Double bass", "strings"],
  ["Baix elèctric", "strings"],
  ["Fagot", "wind"],
  ["French horn", "wind"],
  ["Cant coral", "voice"],
  ["Cor", "voice"],
  ["Corno", "other"],
  ["Drums", "percussion"],
  ["Composición", "other"],
  ["", "other"],
] as const)("families 41: %s has the drawing of %s", (name, family) =>
  expect(getInstrumentFamily(name)).toBe(family),
);
