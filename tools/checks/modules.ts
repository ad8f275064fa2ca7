import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { countLines } from "./size";

// Part of `npm run check`: the names of files in `lib` and their allowed imports. Change these tables for a new kind
// of file, a layer or an exception; docs/architecture.md explains them. Biome finds cycles.

/** Domains of `lib` by layer. A domain imports its own files and lower layers. */
export const LAYERS = [
  ["platform"],
  ["i18n", "reference"],
  ["school"],
  ["catalogue"],
  ["mail"],
  ["people"],
  ["enrollment"],
  ["events"],
  ["webhooks"],
  ["decisions"],
  ["admission"],
  ["wizard"],
  ["family", "privacy", "sandbox"],
  ["desk"],
];

/** Entry points of `lib` with the domains that they may import. */
const ENTRY_POINTS: Record<string, string[]> = {
  api: ["api", "platform", "i18n", "school"],
  http: ["http", "platform", "i18n", "school", "api"],
};

/** The only import of an entry point by a domain: the desk creates API keys. */
const KEYS = { from: "lib/desk/keys/*", to: "lib/api/keys" };

/** Kinds of files in a domain, in the order in which they may import each other. */
const KINDS = ["types", "schema", "sql", "queries", "writes", "mail", "verbs", "worker"];

/** Pure functions or tables, named after the rule. Importable from everywhere; they import no query or write. */
const RULES = `
  admission/{draw-order,board/allot,plan/{criteria,round-changes}} catalogue/{course-price,find-courses,instrument-family,names,suggest-courses}
  decisions/{decision-error,transitions,validate-decision,waiting-order,year-places}
  desk/list/{filters,search-match,sort-order} desk/export/columns family/renewal/next-course
  enrollment/{error-codes,field-schemas,fields,rules,states} mail/{addresses,mail-kinds}
  people/accounts/family-role people/staff/permissions reference/{countries,phone-numbers,values}
  school/{color-tones,product-logo}
  wizard/{child-email,existing-people,form-values,normalise-input,questions,same-person,steps} wizard/drafts/switch-branch`;

/** Adapters, or small complete subjects. Importable from everywhere; they import no verb or worker. */
const SUBJECTS = `
  platform/** i18n/** api/* http/* catalogue/files/* catalogue/requested-courses
  school/{settings,legal,logo,pictures,read-logo,read-picture}
  mail/{mail-link,pause,prepare-message,delivery,transports,mailbox,notices,fail-message,check-rendering,content/*}
  people/{verb,audit-log,limits,password,password-hash,accounts/sessions}
  people/staff/{sessions,devices,recovery-codes,second-factor}
  enrollment/{terms,stored-answers} enrollment/enroll/{duplicate-error,idempotency,enrollment-document,existing-family}
  webhooks/{delivery,secrets,destination} decisions/{place,status,reasons,duplicates} admission/round
  wizard/{limits,drafts/{children,form-flow,rules}} privacy/data-copy/* sandbox/seed/made-up-family desk/audit/names
  desk/record/answer-labels`;

/** Previews run the checks of verbs in memory and write nothing. */
const PREVIEWS = "decisions/notifications/preview desk/bulk/{preview,preview-decisions}";

/** Of each file but the table of fields, which grows with every field. */
const MAX_LINES = 300;

/** Modules that may run in a browser: no Node APIs, no database, no secret. */
const BROWSER = `
  lib/platform/{errors,dates,stored-values,text} lib/reference/values lib/school/{product-logo,color-tones}
  lib/catalogue/{course-price,find-courses,instrument-family,names,suggest-courses} lib/mail/addresses lib/admission/draw-order
  lib/enrollment/{types,fields,field-schemas,schema,rules,states}
  lib/wizard/{types,questions,existing-people,steps,schema,child-email,form-values,normalise-input}`;

const PAGES = `react next-intl next-intl/server next/navigation markdown-to-jsx/react lib/i18n/* ${BROWSER}`;

/** Modules for programs only. */
const PROGRAMS =
  "lib/http/* lib/catalogue/files/* lib/platform/database/{backup,embedded,migrations,open-database}";

/** Folders outside of `lib`, and browser modules: allowed and forbidden imports. */
const FOLDERS: { files: string; allow: string; deny?: string }[] = [
  { files: BROWSER, allow: `${BROWSER} zod/mini lib/i18n/locales` },
  { files: "components/ui/**", allow: "components/ui/** react" },
  {
    files: "components/{forms,site,layout,courses}/**",
    allow: `${PAGES} components/{ui,forms,site,layout,courses}/** zod components/wizard/step-form-id`,
  },
  {
    files: "components/{account,wizard}/**",
    allow: `${PAGES} components/** react-hook-form @hookform/resolvers/zod`,
    deny: "components/desk/**",
  },
  {
    files: "components/desk/**",
    allow: `${PAGES} components/** lib/desk/** lib/people/staff/*`,
    deny: "components/account/**",
  },
  { files: "app/docs/**", allow: "**" },
  {
    files: "app/api/**",
    allow: "app/api/** lib/** zod",
    deny: `${PROGRAMS} lib/wizard/** lib/platform/database/*`,
  },
  {
    files: "app/**",
    allow: `${PAGES} app/** components/** lib/** next next/** node:fs/promises zod`,
    deny: `app/api/** ${PROGRAMS} lib/api/* lib/platform/{metrics,limits,singleton} lib/platform/database/prisma`,
  },
  { files: "server/**", allow: "**", deny: "{app,components,commands,tools,test,e2e,bench}/**" },
  { files: "commands/**", allow: "**", deny: "app/** components/** test/** e2e/** bench/**" },
];

/** The problems of a product file, one sentence each. */
export function findProblems(file: string, text: string): string[] {
  const imports = listImports(file, text);
  const row = FOLDERS.find(({ files }) => matches(files, stem(file)));
  const bad = imports.filter((to) => row && (!matches(row.allow, to) || (row.deny && matches(row.deny, to))));
  return [
    ...bad.map((to) => `${file} must not import ${to}`),
    ...(file.startsWith("lib/") ? checkDomain(file, text, imports) : []),
  ];
}

function checkDomain(file: string, text: string, imports: string[]): string[] {
  const kind = getKind(file);
  const lines = file === "lib/enrollment/fields.ts" ? 0 : countLines(file, text);
  return [
    ...(kind
      ? []
      : [`${file} is no kind of file: name it ${KINDS.join(", ")}, or list it in tools/checks/modules.ts`]),
    ...(lines > MAX_LINES ? [`${file} has ${lines} code lines, more than ${MAX_LINES}`] : []),
    ...listImports(file, text, true)
      .filter((to) => to.startsWith("lib/") && getDomain(to) !== getDomain(file) && !canImport(file, to))
      .map((to) => `${file} must not import ${to}: it is no layer below`),
    ...imports
      .filter((to) => /^(app|components|commands|test|e2e|bench)\//.test(to))
      .map((to) => `${file} must not import ${to}`),
    ...imports
      .filter((to) => to.startsWith("lib/") && getDomain(to) === getDomain(file))
      .filter((to) => kind && !canImportKind(file, to))
      .map((to) => `${file} (${kind}) must not import ${to} (${getKind(to)})`),
  ];
}

const getDomain = (file: string) => file.split("/")[1] ?? "";

function canImport(file: string, to: string): boolean {
  const allowedDomains = ENTRY_POINTS[getDomain(file)];
  if (allowedDomains) return allowedDomains.includes(getDomain(to));
  const getLayer = (domain: string) => LAYERS.findIndex((layer) => layer.includes(domain));
  const [from, target] = [getLayer(getDomain(file)), getLayer(getDomain(to))];
  return (target >= 0 && target < from) || (matches(KEYS.from, stem(file)) && to === KEYS.to);
}

function canImportKind(file: string, to: string): boolean {
  const [kind, importedKind] = [getKind(file), getKind(to)];
  if (importedKind === "worker" && kind !== "worker") return false;
  if (kind === "preview" || importedKind === "rule" || importedKind === "subject") return kind !== "types";
  const lastKind = { rule: "sql", subject: "mail" }[kind as string] ?? (kind as string);
  return KINDS.indexOf(importedKind as string) <= KINDS.indexOf(lastKind);
}

function getKind(file: string): string | undefined {
  const name = stem(file).replace("lib/", "");
  if (matches(RULES, name)) return "rule";
  if (matches(SUBJECTS, name)) return "subject";
  if (matches(PREVIEWS, name)) return "preview";
  return KINDS.find((kind) => kind === path.basename(name));
}

const stem = (file: string) => file.replace(/(\.d)?\.tsx?$/, "");

const matches = (patterns: string, name: string) =>
  patterns
    .trim()
    .split(/\s+/)
    .some((pattern) => path.matchesGlob(name, pattern));

/** Imports of a file, without those of types only unless `withTypes`. */
function listImports(file: string, text: string, withTypes = false): string[] {
  const imports = text.matchAll(
    /^(?:import|export)\s+(type\b)?(?:[^"';]*?\sfrom\s+)?"([^"]+)";|\bimport\("([^"]+)"\)/gm,
  );
  return [...imports]
    .filter(([, type]) => withTypes || !type)
    .map(([, , specifier, lazy]) => resolve(file, (specifier ?? lazy) as string));
}

/** A project file without extension, or a package. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("@/")) return stem(specifier.slice(2));
  return specifier.startsWith(".") ? stem(path.join(path.dirname(from), specifier)) : specifier;
}

if (process.argv[1] === import.meta.filename) {
  const files = globSync("{lib,components,app,server,commands}/**/*.{ts,tsx}", {
    exclude: ["**/*.test.{ts,tsx}"],
  });
  const problems = files.flatMap((file) => findProblems(file, readFileSync(file, "utf8")));
  if (problems.length > 0) throw new Error(problems.sort().join("\n"));
}
