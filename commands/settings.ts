import { readFile } from "node:fs/promises";
import { changeLogo, changeSetting } from "@/lib/desk/settings/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { DomainError } from "@/lib/people/verb";
import { withDatabase } from "@/lib/platform/database/open-database";
import {
  formatSettingText,
  parseSettingText,
  readSettings,
  type SettingName,
  settingNames,
  settingSchemas,
} from "@/lib/school/settings";
import { createCommandLine, defineCommand, printLine, rethrowAs, runCommandLine } from "./command-line";

const actor: Actor = { kind: "command" };

const USAGE = `The school's settings. Running servers apply a change within a second.

  npm run --silent setting -- set NAME VALUE
  npm run --silent setting -- get NAME
  npm run --silent setting -- list
  npm run --silent setting -- logo FILE      show an SVG or PNG in the header of every page
  npm run --silent setting -- remove-logo

The settings: ${settingNames.join(", ")}.
VALUE is true or false for a switch; a list is comma-separated (es,fr), or all.`;

export const settings = createCommandLine(USAGE, {
  set: defineCommand({
    positionals: ["NAME", "VALUE"],
    run: async ([word = "", text = ""]) => {
      const name = parseName(word);
      const change = { name, text: validateSetting(name, text) };
      await withDatabase(() => changeSetting(change, actor));
    },
  }),
  get: defineCommand({
    positionals: ["NAME"],
    run: async ([word = ""]) => {
      const name = parseName(word);
      printLine(formatSettingText(name, (await withDatabase(readSettings))[name]));
    },
  }),
  logo: defineCommand({
    positionals: ["FILE"],
    run: async ([file = ""]) => {
      const bytes = await readFile(file);
      const logo = await withDatabase(() => changeLogo({ logo: bytes }, actor)).catch(rethrowAs(toLogoError));
      if (logo)
        printLine(
          `The logo is ${logo.type === "svg" ? "an SVG" : "a PNG"} of ${logo.width} by ${logo.height}.`,
        );
    },
  }),
  "remove-logo": defineCommand({
    run: async () => {
      await withDatabase(() => changeLogo({ logo: "none" }, actor));
    },
  }),
  list: defineCommand({
    run: async () => {
      const settings = await withDatabase(readSettings);
      const lines = settingNames.map((name) => `${name} = ${formatSettingText(name, settings[name])}`);
      printLine(lines.join("\n"));
    },
  }),
});

function parseName(word: string): SettingName {
  const name = settingNames.find((name) => name === word);
  if (!name) throw new Error(`There is no setting “${word}”. The settings are ${settingNames.join(", ")}.`);
  return name;
}

/** @throws Error with a message about the valid values */
function validateSetting(name: SettingName, text: string): string {
  const { error } = settingSchemas[name].safeParse(parseSettingText(name, text));
  if (!error) return text;
  const reasons = new Set(error.issues.map(({ message }) => message));
  throw new Error([...reasons].map((reason) => `${name} ${reason}.`).join("\n"));
}

/** Replaces a logo's error by its English explanation. */
function toLogoError(error: unknown): unknown {
  const reason = error instanceof DomainError ? error.issues[0]?.values?.why : undefined;
  return reason ? new Error(String(reason)) : error;
}

if (import.meta.main) await runCommandLine(settings);
