import { describe, expect, test } from "vitest";
import { locales } from "@/lib/i18n/locales";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { getContrastRatio } from "@/test/support/http/contrast";
import { createMailContent, renderMail } from "./mail-content";
import type { MailContext } from "./mail-context";

const details: MailContext = {
  school: {
    name: "Escola O’Hara & Fills",
    email: "office@escola.example",
    phone: "+34 900 000 000",
    address: "Carrer Major 1",
    timeZone: "Europe/Madrid",
    color: "#c8102e",
    hasLogo: false,
  },
  confirmed: true,
  name: "Núria",
  students: ["Carla Soler"],
  guardian: "Berta Roca",
  address: "b•••@escola.example",
  references: ["K7M3QRWX"],
  year: "2026/2027",
  answerBy: "2026-12-11",
  link: "https://escola.example/account-setup/abc",
  linkExpiresAt: new Date("2026-11-28T22:30:00Z"),
  data: {
    reader: "guardian",
    speciality: "Viola & Arpa",
    reason: "Falta <todo>.",
    words: "Uno.\n\nDos {tres}.",
    keepBy: "2027-07-12",
    subject: "Aviso",
  },
};

test.each(locales)("desk 22: the waiting mail in %s is also true while places are free", (locale) => {
  const { html, text } = renderMail("waiting", locale, details);
  expect(html + text).not.toMatch(/libres?\b|quedan?\b|lliures?\b|queden\b|places? left|becomes free/i);
});

test("desk 30: a message has the school's colour, in the dark theme a legible one", async () => {
  const { html } = renderMail("guardian", "en", details);
  expect(html).toMatch(/<a[^>]*background-color:#971926/);
  expect(html).not.toMatch(/#0b5d5a|#7fcdc4/i);
  const dark = /\.button \{ background-color: (#\w{6}) !important; color: (#\w{6})/.exec(html) ?? [];
  expect(getContrastRatio(String(dark[1]), String(dark[2]))).toBeGreaterThanOrEqual(4.5);
});

test("a message looks like the pages: logo and name, one heading with the subject, one filled button", async () => {
  const { html, subject } = renderMail("accepted", "en", details);
  expect([...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, title]) => decoded(String(title)))).toEqual([
    subject,
  ]);
  expect(html.match(/class="button"/g)).toHaveLength(1);
  const logo = html.slice(html.indexOf("<svg"), html.indexOf("</svg>"));
  expect(logo).toMatch(/aria-hidden="true"[\s\S]*fill="#971926"/);
  expect(html.indexOf("<svg")).toBeLessThan(html.indexOf("<h1"));
  const school = { ...details.school, hasLogo: true };
  const ownColors = renderMail("accepted", "en", { ...details, school }).html;
  expect(ownColors, "the house's mark is not the school's logo").not.toContain("<svg");
  expect(decoded(ownColors)).toContain("Escola O’Hara & Fills");
});

test("texts, lines and button are legible in a dark mail program", async () => {
  const { html } = renderMail("guardian", "en", {
    ...details,
    school: { ...details.school, color: "#ffe600" },
  });
  const dark = html.slice(html.indexOf("prefers-color-scheme: dark"));
  const getStyle = (name: string, property: string) =>
    String(new RegExp(`\\.${name}[^{}]*\\{[^}]*?(?<![-\\w])${property}: (#\\w{6})`).exec(dark)?.[1]);
  const card = getStyle("card", "background-color");
  for (const [color, background, minContrast] of [
    [getStyle("card", "color"), card, 7],
    [getStyle("quiet", "color"), card, 4.5],
    [getStyle("link", "color"), card, 4.5],
    [getStyle("button", "color"), getStyle("button", "background-color"), 4.5],
    [getStyle("mark-head", "fill"), getStyle("mark-ground", "fill"), 3],
  ] as const)
    expect(getContrastRatio(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(
      minContrast,
    );
  const coloredTags = [...html.matchAll(/<\w+(?=[^>]*(?:(?<!-)color:| (?:fill|stroke)="#))[^>]*>/g)]
    .map(String)
    .filter((element) => !element.startsWith("<td dir=")); // the page itself
  expect(coloredTags.length).toBeGreaterThan(8);
  for (const element of coloredTags) {
    const names = /class="([^"]+)"/.exec(element)?.[1]?.split(" ") ?? [];
    expect(
      names.some((name) => dark.includes(`.${name} {`)),
      `another colour in the dark: ${element}`,
    ).toBe(true);
  }
});

/** Names that a sender could abuse, because the form's sender also chooses the addresses. */
const advertising = ["1000 EUR", "Cobra en", "premio.example", "https://premio.example", "Gana_1000", "807"];

test.each(mailKinds)(
  "%s: an address that nobody confirmed gets a first word and no name in the subject",
  (kind) => {
    for (const locale of locales) {
      const to = (name: string) => ({ ...details, confirmed: false, name, students: [name], guardian: name });
      const content = createMailContent(kind, locale, to("Núria 1000 EUR. Cobra en"));
      expect(content.subject).not.toContain("Núria");
      expect(JSON.stringify(content)).toContain("Núria");
      for (const name of [
        "https://premio.example",
        "Gana_1000_EUR",
        "807555123",
        "Xènia premio.com",
        "Xènia www.premio",
      ]) {
        const withoutName = JSON.stringify(createMailContent(kind, locale, to(name)));
        for (const text of [...advertising, "Xènia"]) expect(withoutName).not.toContain(text);
        expect(withoutName).not.toMatch(/ {2}|\{(name|student|guardian)|undefined| [.,]/);
      }
      for (const text of advertising) expect(JSON.stringify(content)).not.toContain(text);
      expect(
        createMailContent(kind, locale, { ...to("Núria 1000 EUR"), confirmed: true }).facts,
      ).toContainEqual(expect.objectContaining({ value: "Núria 1000 EUR" }));
    }
  },
);

describe.each(mailKinds)("%s", (kind) => {
  test.each(locales)(
    "%s: HTML and plain-text twin say the same, and nothing is loaded from anywhere",
    async (locale) => {
      const content = createMailContent(kind, locale, details);
      const { html, text, subject } = renderMail(kind, locale, details);
      const parts = [
        content.school,
        content.greeting,
        ...content.body,
        content.action.label,
        content.action.url,
        content.action.note,
        ...content.facts.flatMap(({ label, value }) => [label, value]),
        ...(content.next ? [content.next.title, ...content.next.steps] : []),
        content.contact.title,
        content.contact.text,
        content.contact.address,
        content.reason,
        ...(content.notMe ? [content.notMe.label, content.notMe.url] : []),
      ];
      const [shown, plain] = [words(decoded(html)), words(text)];
      for (const part of parts) {
        expect(shown).toContain(words(part));
        expect(plain).toContain(words(part));
      }
      expect(`${html}${text}${subject}`).not.toMatch(/mail\.|[{}]\s*name|undefined/);
      expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
      expect(html).toContain(`lang="${locale}"`);
      expect(subject, "the school is the sender").not.toContain("O’Hara");
      expect(subject).toMatch(/^\p{Lu}/u);
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"');
      expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(78);
    },
  );
});

test.each(locales)("families 7: only a mail that has a link below mentions it in %s", (locale) => {
  const { linkExpiresAt, ...known } = details;
  const contents = mailKinds.flatMap((kind) => [
    createMailContent(kind, locale, details),
    createMailContent(kind, locale, known),
  ]);
  const mentioning = contents.filter(({ reason }) =>
    /enlace de abajo|enllaç de sota|link below/.test(reason),
  );
  expect(mentioning.map(({ notMe }) => notMe !== undefined)).toEqual([true, true, true]);
});

test("the link's expiry is in the school's time zone", () => {
  expect(createMailContent("guardian", "en", details).action.note).toContain("28 November 2026 at 23:30");
  const distantSchool = { ...details, school: { ...details.school, timeZone: "Pacific/Auckland" } };
  expect(createMailContent("guardian", "en", distantSchool).action.note).toContain(
    "29 November 2026 at 11:30",
  );
});

const words = (text: string) => text.replace(/\s+/g, " ");
const decoded = (html: string) =>
  html
    .replace(/<br\/?>/g, " ")
    .replace(/<!--.*?-->|<\/?strong>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'");

test.each([
  ["es", "como muy tarde el 11 de diciembre de 2026"],
  ["ca", "com a molt tard l’11 de desembre del 2026"],
  ["en", "by 11 December 2026"],
] as const)("W45: in %s the message says by when the school answers", (locale, sentence) => {
  for (const kind of ["adult_student", "guardian", "second_guardian", "minor_student"] as const) {
    const steps = createMailContent(kind, locale, details).next?.steps.join(" ");
    expect(steps).toMatch(new RegExp(sentence, "i"));
  }
});

test("a message about several children has each reference beside the name, or no name where it must be hidden", () => {
  const threeStudents = {
    ...details,
    students: ["Ada Soler", "Gana_1000", "Cesc Soler"],
    references: ["A3", "B4", "C6"],
  };
  const facts = (confirmed: boolean) =>
    createMailContent("guardian", "en", { ...threeStudents, confirmed }).facts;
  expect(
    facts(true)
      .slice(0, 3)
      .map(({ label, value }) => `${label} ${value}`),
  ).toEqual(["Ada Soler A3", "Gana_1000 B4", "Cesc Soler C6"]);
  expect(facts(false).map(({ label, value }) => `${label} ${value}`)).toEqual([
    "Ada A3",
    "Reference B4",
    "Cesc C6",
    "School year 2026/2027",
  ]);
});

test("in Catalan a name has its article or preposition shortened", () => {
  const { subject, preview } = createMailContent("guardian", "ca", { ...details, students: ["Anna Soler"] });
  expect(`${subject} ${preview}`.match(/d’Anna Soler/g)).toHaveLength(2);
});

test("the first e-mail names each child once, with the reference and every choice, and the total price", () => {
  const price = (month: number) => ({ month, year: month * 10, atLeast: false, withSpeciality: true });
  const requested = [
    {
      reference: "A3",
      name: { text: "Violín, Elemental 1.º", lang: undefined },
      others: [{ option: 2, name: { text: "Violonchelo, Elemental 1.º", lang: undefined } }],
      weekly: { minutes: 180, atLeast: false },
      price: price(13_250),
    },
    {
      reference: "C5",
      name: { text: "Elemental 1.º", lang: undefined },
      others: [],
      weekly: { minutes: 285, atLeast: true },
      price: { ...price(9_000), atLeast: true },
    },
    { reference: "B4", name: { text: "", lang: undefined }, others: [], weekly: undefined, price: undefined },
  ];
  const { subject, facts } = createMailContent("guardian", "es", {
    ...details,
    students: ["Ada", "Bru", "Pol"],
    references: ["A3", "C5", "B4"],
    requested,
  });
  expect(subject).toMatch(/^Hemos recibido la solicitud.* \(A3, C5, B4\)$/);
  expect(facts.map(({ label, value }) => `${label}: ${value}`.replaceAll("\u00a0", " "))).toEqual([
    "Ada: A3 · Violín, Elemental 1.º · 3 h a la semana · 132,50 € al mes · Segunda opción: Violonchelo, Elemental 1.º",
    "Bru: C5 · Elemental 1.º · desde 4 h 45 min a la semana · desde 90,00 € al mes",
    "Pol: B4 · Aún sin elegir curso",
    "Curso: 2026/2027",
    "Toda la familia: desde 222,50 € al mes",
  ]);
  const single = createMailContent("guardian", "es", { ...details, requested: requested.slice(0, 1) });
  expect(single.facts.slice(-2)).toEqual([
    expect.objectContaining({ label: "Petición" }),
    { label: "Segunda opción", value: "Violonchelo, Elemental 1.º" },
  ]);
});

test.each(mailKinds.filter((kind) => /^(place|renewal|question|merits)_?/.test(kind)))(
  "a message to an adult student does not speak of the student as of somebody else: %s",
  (kind) => {
    for (const locale of locales) {
      const data = { reader: "student" as const, keepBy: "2027-07-12" };
      const { subject, body, preview, facts } = createMailContent(kind, locale, {
        ...details,
        students: ["Núria Puig"],
        data,
      });
      expect([subject, preview, ...body].join(" ")).not.toContain("Puig");
      expect(facts.map(({ value }) => value)).toContain("Núria Puig");
    }
  },
);
