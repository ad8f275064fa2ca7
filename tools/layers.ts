import { readFileSync, writeFileSync } from "node:fs";
import { runMain } from "@/server/run-main";

const FILE = "biome.layers.json";

// Who may import whom. A name is a room of `lib`, one of its files, or a package; what begins with @/ stands elsewhere.
// `-` takes away again, `{a,b}` is both.

/** The rooms that hold the domains, from the ground up: each knows those on the floors beneath it. */
const floors = [
  "i18n",
  "school",
  "catalogue mail reference",
  "people",
  "decisions",
  "admission",
  "enrollment",
  "form/* events",
  "form/server",
  "family privacy sandbox",
  "office",
];

/** What else a room knows; who stands on no floor knows nothing but this. */
const besides: Record<string, string> = {
  platform: "@/package.json",
  database: "",
  api: "i18n school",
  http: "api database i18n school",
  i18n: "next{,/**}",
  school: "reference/{countries,lists}",
  mail: "catalogue/{requested-courses,price-words,course-price}",
  decisions: "enrollment/state*",
  admission: "enrollment/state*",
  office: "api/{api-keys,scopes}",
};

/** What a browser loads, by place and name: nothing there knows Node, a database or a secret. */
const browser =
  "platform/{dates,digits,errors,stored-values} form/* enrollment/{fields,values,schema,rules,states,windows,tidy} admission/{order,frozen-list} reference/lists mail/addresses catalogue/{syllabus-facts,course-price,price-words,find-courses,suggest-courses} i18n/locales school/{mark,tones,oklch}";

/** Of these they know the types. */
const types = "catalogue/schema";

const shown = `react{,/**} markdown-to-jsx/react next-intl{,/server} next/navigation ./* i18n/* ${browser} ${types}`;

/** What only programs know. */
const hidden = "-http -database -catalogue/files";

/** What is around `lib`, by its files: pages, components and handlers, which take no other package. */
const surfaces: Record<string, string> = {
  "components/ui/**": "react ./*",
  "components/{site,action}/**": `${shown} @/components/{ui,site}/*`,
  "components/{account,form}/**": `${shown} @/components/** -@/components/desk/** react-hook-form @hookform/resolvers/zod`,
  "components/desk/**": `${shown} @/components/** -@/components/account/** office people/staff/*`,
  "app/** !app/api/** !app/docs/**": `node:fs/promises zod react next{,/**} next-intl{,/server} ./** ../** @/app/** @/components/** @/lib/** ${hidden} -api -platform/{prisma,changes,metrics,limiter,singleton}`,
  "app/api/**": `zod ./** ../** @/app/api/** @/lib/** ${hidden} -form -platform platform/{columns,dates,errors}`,
};

/** The same of programs. */
const programs: Record<string, string> = {
  "server/**": "next{,/**} @/server{,/**} @/lib/** @/prisma/seed",
  "commands/**":
    "@/commands/** @/lib/** @/server/{run,demo,demo-families,demo-decisions,demo-round} @/tools/migrations/create-migration",
  "prisma/**": "@/prisma/** catalogue platform",
};

type Kind = { all: string[]; why: string; upwards?: true };

const LIB = ["@/**", "next", "next/**"];
const IN_LIB: Kind = {
  all: LIB,
  upwards: true,
  why: "A room knows the floors beneath it, no page, no command and no test: tools/layers.ts.",
};
const IN_BROWSERS: Kind = {
  all: ["**"],
  why: "A browser loads this: nothing with node:, a database or a secret (tools/layers.ts).",
};
const AROUND: Kind = {
  all: ["**"],
  why: "Pages, components and handlers call a domain, which calls Prisma: tools/layers.ts.",
};
const PROGRAMS: Kind = { all: LIB, upwards: true, why: "What runs calls lib: tools/layers.ts." };

/** Writes the lint's rows from these tables; `--check` fails where the file is not what they make. */
await runMain(async () => {
  const made = `{\n  "$schema": "./node_modules/@biomejs/biome/configuration_schema.json",\n  "overrides": [\n    ${rows().join(",\n    ")}\n  ]\n}\n`;
  if (!process.argv.includes("--check")) return writeFileSync(FILE, made);
  if (readFileSync(FILE, "utf8") !== made)
    throw new Error(`${FILE} is not what tools/layers.ts says: npm run format`);
});

/** Of those that a file falls under, the last one counts. */
function rows(): string[] {
  const known = floors.map((floor) => floor.split(" "));
  const aside = Object.keys(besides).filter((room) => !known.flat().includes(room));
  const beneath = (room: string) =>
    known
      .slice(
        0,
        Math.max(
          0,
          known.findIndex((names) => names.includes(room)),
        ),
      )
      .flat();
  const rooms = [...aside, ...known.flat()].filter((room) => !room.endsWith("*"));
  const named = expanded(browser).filter((file) => !file.endsWith("*"));
  const siblings = named.map((file) => `./${file.split("/")[1]}`);
  return [
    row("lib/**", "@/lib/** -api -http -database -form -catalogue/files", IN_LIB),
    ...rooms.map((room) => {
      const files = ["catalogue", "office"].includes(room) ? "" : "-catalogue/files";
      return row(
        `lib/${room}/**`,
        `platform ${beneath(room).join(" ")} ${besides[room] ?? ""} ${files} ${room}`,
        IN_LIB,
      );
    }),
    row(
      expanded(browser)
        .map((file) => `lib/${file}.ts`)
        .join(" "),
      `zod/mini ${siblings.join(" ")} ${browser} ${types}`,
      IN_BROWSERS,
    ),
    row("lib/form/*.ts", `zod/mini ./* ${browser} ${types}`, IN_BROWSERS),
    ...Object.entries(surfaces).map(([files, knows]) => row(files, knows, AROUND)),
    ...Object.entries(programs).map(([files, knows]) => row(files, knows, PROGRAMS)),
  ];
}

function row(files: string, knows: string, { all, why, upwards }: Kind): string {
  const generated = upwards ? ["!@/generated/**"] : [];
  const patterns = [{ group: [...all, ...generated, ...expanded(knows).flatMap(patternsOf)], message: why }];
  if (upwards)
    patterns.push({ group: ["../**"], message: 'Between rooms import from "@/…": the table reads that.' });
  const options = { level: "error", options: { patterns } };
  const includes = [...expanded(files), "!**/*.test.ts", "!**/*.test.tsx"];
  return JSON.stringify({ includes, linter: { rules: { style: { noRestrictedImports: options } } } });
}

/** A room is a folder. */
function patternsOf(name: string): string[] {
  const [sign, path] = name.startsWith("-") ? ["", name.slice(1)] : ["!", name];
  const isOfLib = [...Object.keys(besides), ...floors].some((names) =>
    names.split(" ").some((room) => room.split("/")[0] === path.split("/")[0]),
  );
  if (!isOfLib) return [`${sign}${path}`];
  return path.includes("*") ? [`${sign}@/lib/${path}`] : [`${sign}@/lib/${path}`, `${sign}@/lib/${path}/**`];
}

/** Words, each brace of one for each of its parts. */
function expanded(words: string): string[] {
  return words
    .split(" ")
    .filter(Boolean)
    .flatMap((word) => {
      const [, before = "", parts, after = ""] = /^(.*?)\{([^}]*)\}(.*)$/.exec(word) ?? [];
      return parts === undefined
        ? [word]
        : parts.split(",").flatMap((part) => expanded(`${before}${part}${after}`));
    });
}
