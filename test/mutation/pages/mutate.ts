import path from "node:path";
import type { Plugin } from "vite";

/** Where pages and components of the desk and the account stand. */
const MUTATED =
  /\/(?:app\/\[locale\]\/(?:desk|account|account-setup)|components\/(?:desk|account|action))\/.*\.tsx$/;

type Operator = [what: string, pattern: RegExp, by: (n: number, ...groups: string[]) => string];

/** Each place is left as it is while another mutant is alive (lib/…/switch.ts), so that one process tries all. */
const operators: Operator[] = [
  [
    "another word",
    /\b(t|s|g|fields|details|password|data|states|kinds|words|title)\("([a-zA-Z_][\w.]*)"(?=[,)])/g,
    (n, speak = "", key = "") => `${speak}(mutants.word(${n}, "${key}")`,
  ],
  [
    "a condition the other way round",
    /\{(!?[\w.?]+(?: (?:===|!==|>|<) [\w."]+)?) (&&|\?) /g,
    (n, condition = "", then = "") => `{mutants.not(${n}, ${condition}) ${then} `,
  ],
  [
    "an attribute less",
    / (href|name|value|defaultValue|hint|label|title|rel|maxLength|caption|options|blank|defaultChecked|typed|of|said|mayCorrect|undo|settle|resend|add)=\{([^{}]+)\}/g,
    (n, name = "", value = "") => ` ${name}={mutants.gone(${n}, ${value})}`,
  ],
  [
    "a text attribute less",
    / (autoComplete|inputMode|type|name|rel|role|id|href)="([^"]*)"/g,
    (n, name = "", value = "") => ` ${name}={mutants.gone(${n}, "${value}")}`,
  ],
  [
    "an element less",
    /(?<=[^=]>\n|\)\}\n)( *)(<([A-Z]\w*|p|li|dd|dt|h2|td|th|input)\b[^<>]*(?:\/>|>[^<>]*<\/\3>))(?=\n)/g,
    (n, indent = "", element = "") => `${indent}{mutants.without(${n}) ? null : (${element})}`,
  ],
];

/** The places of all mutants, by number. */
export const sites: { file: string; line: number; what: string; text: string }[] = [];

/** Writes the mutants into pages and components, each behind its switch. */
export const mutate: Plugin = {
  name: "mutants",
  enforce: "pre",
  transform(code, id) {
    if (!MUTATED.test(id)) return;
    const file = path.relative(path.resolve("."), id);
    let changed = code;
    for (const [what, pattern, by] of operators)
      changed = changed.replace(pattern, (text: string, ...rest: unknown[]) => {
        const at = rest.findIndex((part) => typeof part === "number");
        const line = changed.slice(0, rest[at] as number).split("\n").length;
        const n = sites.push({ file, line, what, text: text.trim() }) - 1;
        return by(n, ...(rest.slice(0, at) as string[]));
      });
    const head = `const mutants = globalThis.mutants;\nmutants.sites[${JSON.stringify(file)}] = ${JSON.stringify(sites.map((site, n) => ({ ...site, n })).filter((site) => site.file === file))};\n`;
    return {
      code: changed.startsWith('"use client"') ? changed.replace(/\n/, `\n${head}`) : head + changed,
      map: null,
    };
  },
};
