import { describe, expect, test } from "vitest";
import { passwordIssue } from "./password-rules";

const issue = (password: string) =>
  passwordIssue(password, ["berta.roca@example.org", "Berta", "Roca Vidal", "Escuela de Música Matrícula"]);

describe("NIST SP 800-63B-4, 3.1.1.2", () => {
  test.each([
    ["", "required"],
    ["catorce letras", "too_short"],
    ["p".repeat(201), "too_long"],
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
    "Zqjphsyf6ctifgu",
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
