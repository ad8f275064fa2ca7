import { describe, expect, test } from "vitest";
import { asciiDigits } from "@/lib/platform/text";
import { getNationalLengths, toNationalNumber } from "@/lib/reference/phone-numbers";
import {
  containsTwoPhones,
  findDateProblem,
  getDocumentAdvice,
  getPhoneAdvice,
  normaliseDocument,
  normaliseEmail,
  normaliseZip,
  parseDate,
  parsePhone,
  splitDate,
  suggestEmail,
} from "@/lib/wizard/normalise-input";

const date = (day: string, month: string, year: string) => ({ day, month, year });

describe("dates (W13)", () => {
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
    ["31", " 12 ", " 2014 ", "2014-12-31"],
  ])("%s %s %s is %s", (day, month, year, expected) => {
    expect(parseDate(date(day, month, year))).toBe(expected);
  });

  test("a blank date is undefined; an invalid one is kept for the schema", () => {
    expect(parseDate(date(" ", "", ""))).toBeUndefined();
    expect(parseDate(date("27", "3", "14"))).toBe("27/3/14");
    expect(parseDate(date("27", "foo", "2014"))).toBe("27/foo/2014");
    for (const parts of [
      ["27", "", ""],
      ["", "3", ""],
      ["", "", "2014"],
      ["271", "3", "2014"],
      ["a7", "3", "2014"],
    ])
      expect(parseDate(date(...(parts as [string, string, string])))).toBe(parts.join("/"));
    for (const parts of [
      ["7a", "3", "2014"],
      ["27", "3", "20145"],
      ["27", "3", "x2014"],
      ["27", "3x", "2014"],
    ])
      expect(parseDate(date(...(parts as [string, string, string])))).toBe(parts.join("/"));
  });

  test.each([
    ["27", " ", "2014", "incomplete_month"],
    [" ", "3", "2014", "incomplete_day"],
    ["27", "3", " ", "incomplete_year"],
    ["27", "3", "20145", "year_four_digits"],
    ["27", "3", "x2014", "year_four_digits"],
    ["3a", "3", "2014", "day_unknown"],
    ["a3", "3", "2014", "day_unknown"],
    ["100", "3", "2014", "day_unknown"],
    ["+3", "3", "2014", "day_unknown"],
    ["3.0", "3", "2014", "day_unknown"],
    [" 1 ", " 3 ", " 2014 ", undefined],
    ["27", "3", "14", "year_four_digits"],
    ["27", "brumaire", "2014", "month_unknown"],
    ["27", "13", "2014", "month_unknown"],
    ["32", "3", "2014", "day_unknown"],
    ["0", "3", "2014", "day_unknown"],
    ["31", "2", "2014", undefined],
  ])("%s/%s/%s has the problem %s", (day, month, year, expected) => {
    expect(findDateProblem(date(day, month, year))).toBe(expected);
  });

  test.each([
    ["5/1/1990", "5 1 1990"],
    [" 05-01-1990 ", "05 01 1990"],
    ["5.1.90", "5 1 90"],
    ["5 enero 1990", "5 enero 1990"],
    ["5 de enero del 1990", "5 enero 1990"],
    ["5 d’abril de 1990", "5 abril 1990"],
    ["January 5, 1990", "5 January 1990"],
    ["5 de desembre del 1990", "5 desembre 1990"],
    ["1990-01-05", "05 01 1990"],
    ["05011990", "05 01 1990"],
  ])("splits %s typed into one input into %s", (whole, expected) => {
    const [day = "", month = "", year = ""] = expected.split(" ");
    for (const part of ["day", "month", "year"] as const)
      expect(splitDate({ ...date("", "", ""), [part]: whole })).toEqual(date(day, month, year));
    expect(splitDate(date(whole, "3", "")), "another box is filled").toEqual(date(whole, "3", ""));
    expect(splitDate(date(` ${whole} `, " ", ""))).toEqual(date(day, month, year));
  });

  test.each([
    "1/30/1990", // no order of ours has the month first but where it is a name
    "5/1",
    "1990",
    "5/1/1990/2",
    "501990",
    "050119901",
    "x05011990",
    "05/13/1990",
    "5/1/19901",
    "5/1/1",
    "123/1/1990",
    "90-01-05-1",
    "199-01-05",
    "January 5 1",
    "de de enero",
    "90-01-5",
    "--",
  ])("does not split %s", (text) => {
    expect(splitDate(date(text, "", ""))).toEqual(date(text, "", ""));
  });

  const names: Record<string, string> = {
    es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ca: "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    en: "January February March April May June July August September October November December",
  };

  test.each(Object.entries(names))("every month has its name in %s, whole or its beginning", (_, all) => {
    for (const [at, name] of all.split(" ").entries()) {
      const spellings = [
        name,
        name.toUpperCase(),
        `${name.slice(0, 4)}.`,
        name.slice(0, 3),
        `de ${name}`,
        `d’ ${name}`,
      ];
      for (const text of spellings)
        expect(parseDate(date("1", text, "2014"))).toBe(`2014-${String(at + 1).padStart(2, "0")}-01`);
    }
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
    ["1", 1],
    ["007", undefined],
    ["1x", undefined],
    ["x1", undefined],
    ["mar..", undefined],
    ["ma.r", undefined],
    ["rmarzo", undefined],
    ["marzo de", undefined],
    ["+3", undefined],
    ["3.0", undefined],
    ["en", undefined],
    ["end'ero", undefined],
    ["Ágosto", 8],
    ["d'maig", 5],
    ["MARÇ", 3],
    ["setiembre", 9],
  ])("the month %s is %s", (text, expected) => {
    const parsed = expected ? `2014-${String(expected).padStart(2, "0")}-01` : `1/${text}/2014`;
    expect(parseDate(date("1", text, "2014"))).toBe(parsed);
  });
});

describe("phones (W16)", () => {
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
    ["+34", "600123456 (madre)", "+34", "600123456"],
    ["+34", "Móvil: 600 123 456, por la tarde", "+34", "600123456"],
    ["+34", "(+34) 600 123 456", "+34", "600123456"],
    ["+34", "600–123‑456", "+34", "600123456"],
    ["+34", "[600] 123·456 / 7", "+34", "6001234567"],
    ["+34", "six", "+34", "six"],
    ["+34", "0012345", "+34", "0012345"],
    ["+34", "00112345", "+1", "12345"],
    ["+34", "+34(0)600/123-456.", "+34", "0600123456"],
    ["+34", "+ 34 600 123 456", "+34", "600123456"],
    ["+34", "tel", "+34", "tel"],
    ["+34", "600abc123", "+34", "600abc123"],
    ["+34", "(600", "+34", "600"],
    ["", "600123456", "", "600123456"],
  ])("%s and %s become %s and %s", (prefix, text, wantedPrefix, number) => {
    expect(parsePhone(prefix, text, prefixes)).toEqual({ prefix: wantedPrefix, number });
  });

  test.each([
    ["+34", "34600123456", "600123456"],
    ["+34", "0600123456", "600123456"], // "+34 (0)600…", of a country without a trunk zero
    ["+44", "07911123456", "7911123456"],
    ["+44", "7911123456", "7911123456"],
    ["+39", "0612345678", "0612345678"],
    ["+7", "89161234567", "9161234567"],
    ["+34", "60012", "60012"],
    ["+34", "60012345678", "60012345678"],
    ["+376", "312345", "312345"],
    ["+34", "1600123456", "1600123456"],
    ["+34", "6001234567", "6001234567"], // one digit too many is not a zero too many
    ["+34", "1", "1"],
    ["+999", "123456789", "123456789"],
    ["[", "123456789", "123456789"], // not a prefix
    ["+39", "3906825657", "3906825657"], // a mobile number; with its prefix typed again it would be one of Rome
  ])("%s %s becomes the number %s", (prefix, text, number) => {
    expect(toNationalNumber(prefix, text)).toBe(number);
  });

  test.each([
    ["+34", "60012", { prefix: "+34", usual: "9", count: "5" }],
    ["+34", "60012345678", { prefix: "+34", usual: "9", count: "11" }],
    ["+376", "31234", { prefix: "+376", usual: "6–9", count: "5" }],
    ["+34", "600123456", undefined],
    ["+34", "34600123456", undefined],
    ["+44", "07911123456", undefined],
    ["+999", "1", undefined],
    ["+34", "6001234567", { prefix: "+34", usual: "9", count: "10" }],
    ["+34", "60012345", { prefix: "+34", usual: "9", count: "8" }],
    ["+34", "0600123456", undefined],
    ["+34", "00600123456", { prefix: "+34", usual: "9", count: "11" }],
    ["+34", "600034", { prefix: "+34", usual: "9", count: "6" }],
    ["+34", "34600", { prefix: "+34", usual: "9", count: "5" }],
    ["+34", "60012a", undefined],
    ["+34", "a60012", undefined],
    ["+34", "", undefined],
    ["", "60012", undefined],
    ["+376", "312345", undefined],
    ["+376", "312345678", undefined],
  ])("%s %s gets the advice %o", (prefix, number, advice) => {
    expect(getPhoneAdvice(prefix, number, getNationalLengths(["+34", "+376", "+44"]))).toEqual(advice);
  });
});

test("W15: removes spaces and invisible characters from an e-mail", () => {
  expect(normaliseEmail(" ada\u200b@exam ple.org\ufeff ")).toBe("ada@example.org");
  const invisible = "\u00ad \u200b \u200f \u202a \u202e \u2060 \u2064 \ufeff \u00a0 \t \r\n";
  expect(normaliseEmail(`ada${invisible}-b_c@example.org`)).toBe("ada-b_c@example.org");
});

test("W17: converts documents to upper case without separators", () => {
  expect(normaliseDocument(" 12.345.678-z ")).toBe("12345678Z");
  expect(normaliseDocument("x/123·45 67\u200bl")).toBe("X1234567L");
  expect(normaliseDocument("12345678–z")).toBe("12345678Z");
});

test("W19: removes spaces inside a postcode of five digits only", () => {
  expect(normaliseZip("08 001")).toBe("08001");
  expect(normaliseZip(" SW1A 1AA ")).toBe("SW1A 1AA");
  expect(["08 00 12", "A08 001", "08 001B"].map(normaliseZip)).toEqual(["08 00 12", "A08 001", "08 001B"]);
});

test.each([
  ["dni", "12345678Z", undefined],
  ["dni", "12345678A", "letter"],
  ["dni", "12345678", "noLetter"],
  ["dni", "1234567L", "dniForm"],
  ["dni", "ABC", "dniForm"],
  ["dni", "X1234567L", "isNie"],
  ["dni", "Y1234567", "isNie"],
  ["nie", "X1234567L", undefined],
  ["nie", "X1234567A", "letter"],
  ["nie", "X1234567", "noLetter"],
  ["nie", "12345678Z", "isDni"],
  ["nie", "X123456L", "nieForm"],
  ["nif", "12345678A", "letter"],
  ["nif", "X1234567L", undefined],
  ["nif", "B12345678", undefined],
  ["passport", "12345678A", undefined],
  ["xdni", "12345678A", undefined],
  ["dnis", "12345678A", undefined],
  ["dni", "00000000T", undefined],
  ["dni", "00000001R", undefined],
  ["dni", "00000022E", undefined],
  ["dni", "A12345678Z", "dniForm"],
  ["dni", "12345678ZZ", "dniForm"],
  ["nie", "X0000000T", undefined],
  ["nie", "Y0000000Z", undefined],
  ["nie", "Z0000000M", undefined],
  ["nie", "Y1234567X", undefined],
  ["nie", "Z1234567R", undefined],
  ["nie", "AX1234567L", "nieForm"],
  ["nie", "X1234567LL", "nieForm"],
  ["nif", "12345678", "noLetter"],
  ["nif", "Y1234567L", "letter"],
  ["dni", "", undefined],
  ["", "12345678A", undefined],
  [undefined, "12345678A", undefined],
])("W17: a %s %s gets the advice %s", (type, number, advice) => {
  expect(getDocumentAdvice(type, number)).toBe(advice);
});

test.each([
  ["ada@gmial.com", "gmail.com"],
  ["ada@gmail.co", "gmail.com"],
  ["ada@hotmal.com", "hotmail.com"],
  ["ada@gmail.com", undefined],
  ["ada@example.org", undefined],
  ["ada", undefined],
  ["ada@", undefined],
  ["ada@GMIAL.COM", "gmail.com"],
  ["ada@hotmail.c", "hotmail.com"],
  ["ada@gmial.co", undefined],
  ["ada@gmxxl.com", undefined],
  ["ada@gmixl.com", undefined],
  ["ada@gmxal.com", undefined],
  ["ada@gmai.co", undefined], // two letters are too many of nine
  ["ada@gmall.con", undefined],
  ["ada@hotmal.co", "hotmail.com"],
  ["ada@hotmial.cm", "hotmail.com"],
  ["ada@ohtmial.com", "hotmail.com"],
  ["ada@hotmail.com.es", undefined],
  ["ada@hoomla.co", undefined],
  ["ada@hotmail.e", "hotmail.es"],
  ["ada@outloook.es", "outlook.es"],
  ["ada@outlok.com", "outlook.com"],
  ["ada@yaho.es", "yahoo.es"],
  ["ada@yahoo.c", undefined],
  ["ada@yaoho.com", "yahoo.com"],
  ["ada@iclaud.com", "icloud.com"],
  ["ada@telefonica.nt", "telefonica.net"],
  ["ada@gencta.cat", "gencat.cat"],
  ["ada@xtec.ca", "xtec.cat"],
  ["ada@agmail.com", "gmail.com"],
  ["ada@gmail.comm", "gmail.com"],
  ["ada@liamg.com", undefined],
  ["ada@web.de", undefined],
])("W15: suggests for %s the domain %s", (email, domain) => {
  expect(suggestEmail(email)).toBe(domain && `${email.split("@")[0]}@${domain}`);
});

test.each([
  ["josé@gmail.com", "jose@gmail.com"],
  ["josé@gmial.com", "jose@gmail.com"],
  ["begoña@escuela.example", "begona@escuela.example"],
  ["jose\u0301@gmail.com", "jose@gmail.com"],
  ["o’neill@example.org", "o'neill@example.org"],
  ["ana–maria@example.org", "ana-maria@example.org"],
  ["ana@mi—escuela.org", "ana@mi-escuela.org"],
  ["ada＠gmail.com", "ada@gmail.com"],
  ["ａｄａ@example.org", "ada@example.org"],
  ["ana@gmáil.com", "ana@gmail.com"],
  ["Ada.Puig+coro@Gmail.COM", undefined],
  ["ana@españa.example", undefined],
  ["ana@espan\u0303a.example", undefined],
  ["мария@пример.рф", undefined],
  ["o'neill-2@example.org", undefined],
  ["@gmail.com", undefined],
  ["ana@", undefined],
  ["ana", undefined],
])("W15: suggests for %s the address %s", (email, likely) => {
  expect(suggestEmail(email)).toBe(likely);
});

test.each([
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["۶۰۰۱۲۳۴۵۶", "600123456"],
  ["６００ １２３", "600 123"],
  ["६००", "600"],
  ["𝟎𝟗𝟘𝟡𝟶𝟿", "090909"],
  ["½ ² Ⅳ ①", "½ ² Ⅳ ①"], // numbers, but no digits that somebody types
])("digits of any script: %s is %s", (text, ascii) => {
  expect(asciiDigits(text)).toBe(ascii);
});

test("every numeric field accepts digits of other scripts", () => {
  expect(parsePhone("+34", "٦٠٠ ١٢٣ ٤٥٦", ["+34"])).toEqual({ prefix: "+34", number: "600123456" });
  expect(parsePhone("+1", "＋３４ ６００ １２３ ４５６", ["+34"])).toEqual({
    prefix: "+34",
    number: "600123456",
  });
  expect(normaliseDocument("１２３４５６７８z")).toBe("12345678Z");
  expect(normaliseZip("٠٨ ٠٠١")).toBe("08001");
  expect(parseDate({ day: "٥", month: "१", year: "１９９０" })).toBe("1990-01-05");
  expect(findDateProblem({ day: "٥", month: "१", year: "９０" })).toBe("year_four_digits");
  expect(splitDate({ day: "٠٥/٠١/١٩٩٠", month: "", year: "" })).toEqual({
    day: "05",
    month: "01",
    year: "1990",
  });
});

test.each([
  ["600 123 456 / 972 123 456", true],
  ["600123456 972123456", true],
  ["600 123 456 600 123 457", true],
  ["600123456, 600123457", true],
  ["600123456 (madre) 972123456 (padre)", true],
  ["600123456 o 972123456", true],
  ["+34600123456+34972123456", true],
  ["600123456 - 972123456", true],
  ["٦٠٠١٢٣٤٥٦ / ９７２１２３４５６", true],
  ["600 123 456", false],
  ["+34(0)600/123-456.", false],
  ["0034 600-123-456 (madre)", false],
  ["+49 1512 3456789", false],
  ["93 123 45 67 ext. 12", false],
  ["600123456123456", false],
  ["", false],
])("W16: %s holds two phone numbers: %s", (text, two) => {
  expect(containsTwoPhones(text)).toBe(two);
});
