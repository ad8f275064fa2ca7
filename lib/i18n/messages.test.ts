import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

type Tree = { [key: string]: string | Tree };

const listTexts = (tree: Tree, prefix = ""): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${prefix}${key}`, value] as [string, string]]
      : listTexts(value, `${prefix}${key}.`),
  );

/** Arguments and tags of a message. */
const placeholders = (text: string) =>
  [
    ...new Set([...text.matchAll(/\{([a-z]\w*)[,}]|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`)),
  ].sort();

const languages = { es, ca, en } as Record<"es" | "ca" | "en", unknown> as Record<"es" | "ca" | "en", Tree>;

/** A message with a value for each placeholder. */
function formatText(locale: "es" | "ca" | "en", messages: Tree, key: string, text: string) {
  const translate = createTranslator({
    locale,
    messages: messages as Record<string, unknown>,
    onError: (error) => {
      throw error;
    },
  });
  const names = placeholders(text);
  const values = names.map((name) =>
    name.startsWith("<") ? [name.slice(1, -1), (chunks: unknown) => String(chunks)] : [name, 2],
  );
  return String(translate.rich(key as never, Object.fromEntries(values)));
}

test.each(["es", "ca", "en"] as const)(
  "every message in %s can be formatted without a placeholder left",
  (locale) => {
    for (const [key, text] of listTexts(languages[locale])) {
      expect([key, formatText(locale, languages[locale], key, text)]).toEqual([
        key,
        expect.not.stringMatching(/[{}<>]/),
      ]);
    }
  },
);

test("a message ends in the same way in every language", () => {
  const getEnd = (text: string | undefined) => /[.?!…]$/.exec(text ?? "")?.[0];
  const [catalan, english] = [new Map(listTexts(ca)), new Map(listTexts(en))];
  for (const [key, text] of listTexts(es))
    expect([key, getEnd(catalan.get(key)), getEnd(english.get(key))]).toEqual([
      key,
      getEnd(text),
      getEnd(text),
    ]);
});

test.each(["{count, plural, one {a}}", "{name", "<b>bold", "{count, plural, other {#}"])(
  "a broken message is found: %s",
  (text) => {
    expect(() => formatText("en", { key: text }, "key", text)).toThrow();
  },
);

test.each(["es", "ca"] as const)("in %s an enrollment is a “solicitud”, never an “inscripción”", (locale) => {
  for (const [key, text] of listTexts(languages[locale]))
    expect([key, text]).not.toEqual([key, expect.stringMatching(/inscri/i)]);
});

test("face 3: a place is filled by its last student, and a full one is over the limit", () => {
  const t = createTranslator({ locale: "es", messages: es, namespace: "decisions.form" });
  const format = (taken: number, limit: number) =>
    t("after", { student: "Leo", taken, limit, left: Math.sign(limit - taken) });
  expect([format(1, 3), format(3, 3), format(2, 1)]).toEqual([
    "Con Leo, 1 de 3.",
    "Con Leo se llena: 3 de 3.",
    "Con Leo se supera el límite: 2 de 1.",
  ]);
});

test.each([
  ["es", /(pasa|será|ofrece) (a|para) (otra|la siguiente|quien)/, /hasta/],
  ["ca", /(passa|serà|ofereix) (per )?a (una altra|la família|qui)/, /fins/],
  ["en", /(goes|go) to (another|the next|somebody)/, /\bby \{/],
] as const)(
  "admission 12, 14: texts in %s say neither that somebody takes a place given up, nor that a day ends what can be answered later",
  (locale, taken, until) => {
    const texts = listTexts(languages[locale]).filter(([key]) => /^(account|mail)\./.test(key));
    expect(texts.filter(([, text]) => taken.test(text))).toEqual([]);
    const open = texts.filter(([key]) => /view\.answerPlace$|placeAnswer\.lead$|question\.see$/.test(key));
    expect(open.map(([, text]) => until.test(text))).toEqual([false, false, false]);
  },
);
