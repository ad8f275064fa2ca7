import { describe, expect, test } from "vitest";
import { letterMismatch, meantDomain } from "./advice";
import {
  cleanDate,
  cleanDocument,
  cleanEmail,
  cleanPhone,
  cleanZip,
  missingPart,
  monthNumber,
} from "./clean";

const date = (day: string, month: string, year: string) => ({ day, month, year });

describe("dates (wizard 13)", () => {
  test.each([
    ["27", "3", "2014", "2014-03-27"],
    [" 7 ", "03", "2014", "2014-03-07"],
    ["1", "enero", "2014", "2014-01-01"],
    ["1", "Gener", "2014", "2014-01-01"],
    ["1", "JANUARY", "2014", "2014-01-01"],
    ["1", "març", "2014", "2014-03-01"],
    ["1", "sept.", "2014", "2014-09-01"],
    ["1", "de octubre", "2014", "2014-10-01"],
    ["1", "d'abril", "2014", "2014-04-01"],
  ])("%s %s %s is %s", (day, month, year, expected) => {
    expect(cleanDate(date(day, month, year))).toBe(expected);
  });

  test("blank is absent, and what is no date is kept for the schema to refuse", () => {
    expect(cleanDate(date(" ", "", ""))).toBeUndefined();
    expect(cleanDate(date("27", "3", "14"))).toBe("27/3/14");
    expect(cleanDate(date("27", "foo", "2014"))).toBe("27/foo/2014");
  });

  test("a missing part is told apart", () => {
    expect(missingPart(date("27", "", "2014"))).toBe("month");
    expect(missingPart(date("31", "2", "2014"))).toBeUndefined();
  });

  test.each([
    ["ma", undefined],
    ["mar", 3],
    ["may", 5],
    ["maig", 5],
    ["ju", undefined],
    ["jun", 6],
    ["jul", 7],
    ["0", undefined],
    ["13", undefined],
    ["12", 12],
  ])("the month %s is %s", (typed, expected) => {
    expect(monthNumber(typed)).toBe(expected);
  });
});

describe("phones (wizard 16)", () => {
  const prefixes = ["+34", "+3", "+351", "+1"];
  test.each([
    ["+34", "600 12-34.56", "+34", "600123456"],
    ["+34", "(600) 123456", "+34", "600123456"],
    ["+1", "+34 600 123 456", "+34", "600123456"],
    ["+34", "0034 600123456", "+34", "600123456"],
    ["+34", "+351 912 345 678", "+351", "912345678"],
    ["+34", "+999 123", "+34", "+999123"],
    ["+34", "\u202a600123456\u202c", "+34", "600123456"],
    ["+34", "", "+34", ""],
  ])("%s and %s become %s and %s", (prefix, typed, wantedPrefix, number) => {
    expect(cleanPhone(prefix, typed, prefixes)).toEqual({ prefix: wantedPrefix, number });
  });
});

test("wizard 15: spaces and invisible characters of an e-mail are dropped", () => {
  expect(cleanEmail(" ada\u200b@exam ple.org\ufeff ")).toBe("ada@example.org");
});

test("wizard 17: documents are upper-cased without separators", () => {
  expect(cleanDocument(" 12.345.678-z ")).toBe("12345678Z");
});

test("wizard 19: spaces inside a postcode of five digits are dropped, others are kept", () => {
  expect(cleanZip("08 001")).toBe("08001");
  expect(cleanZip(" SW1A 1AA ")).toBe("SW1A 1AA");
});

test.each([
  ["dni", "12345678Z", false],
  ["dni", "12345678A", true],
  ["nif", "12345678A", true],
  ["nie", "X1234567L", false],
  ["nie", "X1234567A", true],
  ["passport", "12345678A", false],
  ["dni", "ABC", false],
  [undefined, "12345678A", false],
])("wizard 17: the letter of a %s %s is advised about: %s", (type, number, mismatch) => {
  expect(letterMismatch(type, number)).toBe(mismatch);
});

test.each([
  ["ada@gmial.com", "gmail.com"],
  ["ada@gmail.co", "gmail.com"],
  ["ada@hotmal.com", "hotmail.com"],
  ["ada@gmail.com", undefined],
  ["ada@example.org", undefined],
  ["ada", undefined],
])("wizard 15: %s was meant to end in %s", (email, domain) => {
  expect(meantDomain(email)).toBe(domain);
});
