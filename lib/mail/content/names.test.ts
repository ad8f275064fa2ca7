import { expect, test } from "vitest";
import { getDisplayNames } from "./mail-context";

test.each([
  ["Has ganado 1000 EUR. Cobra en https://premio.example", ""],
  ["Has ganado 1000 EUR", "Has"],
  ["www.premio", ""],
  ["WWW.premio", ""],
  ["premio.com", ""],
  ["Ana premio.CASINO", ""],
  ["Ana premio.com/x?y", ""],
  ["Ana@premio.es", ""],
  ["premio．com", ""],
  ["premio。com", ""],
  ["pre\u00admio.c\u200bom", ""],
  ["премия.рф", ""],
  ["xx.xn--p1ai", ""],
  ["807555123", ""],
  ["1000€", ""],
  ["Gana_1000_EUR", ""],
  ["<b>Gana</b>", ""],
  ["   ", ""],
  ["María José", "María"],
  ["Mª Carmen", "Mª"],
  ["M.Carmen Puig", "M.Carmen"],
  ["Jean-Pierre", "Jean-Pierre"],
  ["D’Angelo", "D’Angelo"],
  ["'t Hart", "'t"],
  ["  Núria\u00a0Puig", "Núria"],
  ["محمد علي", "\u2068محمد\u2069"],
  ["𠮷".repeat(30), "𠮷".repeat(20)],
  ["Hubert".repeat(9), "HubertHubertHubertHu"],
])("a message to an unconfirmed address shows the name “%s” as “%s”", (name, expected) => {
  expect(getDisplayNames({ confirmed: false, name }, "es").inBody.name).toBe(expected);
});
