import { describe, expect, test } from "vitest";
import { findPasswordIssue } from "./password";

const issue = (password: string) =>
  findPasswordIssue(password, [
    "berta.roca@example.org",
    "Berta",
    "Roca Vidal",
    "Escuela de Música Matrícula",
  ]);

/** Random letters and digits of a given length. */
function characters(count: number): string {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 36).toString(36);
  }).join("");
}

describe("NIST SP 800-63B-4, 3.1.1.2", () => {
  // First, because the list is made once: who looks for mutants sees that it is this test that reads it.
  test("a common password", () => expect(issue("Zqjphsyf6ctifgu")).toBe("too_common"));

  test.each([
    ["", "required"],
    ["catorce letras", "too_short"],
    ["p".repeat(201), "too_long"],
    [characters(200), undefined],
    [characters(201), "too_long"],
  ])("length: %s", (password, expected) => expect(issue(password)).toBe(expected));

  test.each([
    "passwordpassword",
    "Contraseña12345!",
    "123456789012345",
    "aaaaaaaaaaaaaaaaaaaa",
    "abcabcabcabcabcabc",
    "qwertyuiopasdfgh",
    "BertaRoca2026!!!",
    "escuela de musica matricula",
    "P@$$word123456789",
    "mailcreated5240",
    "!!liverpool!!2026",
    "               ",
  ])("guessed first: %s", (password) => expect(issue(password)).toBe("too_common"));

  test.each([
    "tren limón martes botella",
    "paraguas verde ríe",
    "Ünïcødé çàn bé lông",
    "密码是一个很长的中文句子真的很长啊",
    "🎻 violas rojas bailan 🎺",
    "ocho77-molinos%gris",
    "كلمة سر طويلة جدا هنا",
  ])("no mixture is asked for, every character counts: %s", (password) =>
    expect(issue(password)).toBeUndefined(),
  );
});

test.each<[why: string, password: string, known: (string | null)[], expected: string | undefined]>([
  ["eight characters of its own are enough", "BertaBertaBerta xq7zkw4m", ["Berta"], undefined],
  ["seven are not", "BertaBertaBerta xq7zkw4", ["Berta"], "too_common"],
  [
    "a longer name is taken away before its part",
    "anabelanabelanabel xq7zkw",
    ["Ana", "Anabel"],
    "too_common",
  ],
  ["a name of two letters is in half of all words", "livliqlimlizlitlik", ["Li"], undefined],
  ["each word of an address", "mariapuigmariapuig xq7zkw4", ["maria-42-puig@example.org"], "too_common"],
  ["letters may be written as signs", "c@s@l$c@s@l$c@s@l$ xq7zkw4", ["Casals"], "too_common"],
  ["who has no name yet", "xq7zkw4m xq7 zkw4 9vh", [null], undefined],
  ["signs alone", "!?;:#%&/()=+*~^_<>", [], "too_common"],
  ["digits alone, in no order", "8314925706483917", [], undefined],
  ["what is written three times counts once", "xq7zkw4mxq7zkw4mxq7zkw4m", [], undefined],
  ["also where that is too little", "xq7zkw4xq7zkw4xq7zkw4", [], "too_common"],
])("what is a password's own: %s", (_, password, known, expected) => {
  expect(findPasswordIssue(password, known)).toBe(expected);
});
