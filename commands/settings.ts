import { readFile } from "node:fs/promises";
import { z } from "zod";
import { withDatabase } from "@/lib/database/open";
import { changeLogo, changeSetting } from "@/lib/office/school";
import type { Actor } from "@/lib/people/staff/rights";
import { settingNames as names, readSettings, type SettingName, settingSchemas } from "@/lib/school/settings";
import { command, commandLine, runThisProcess, say } from "./command-line";

const actor: Actor = { kind: "command" };

const USAGE = `The school's settings. Running servers see a change within a second.

  npm run --silent setting -- set NAME VALUE
  npm run --silent setting -- get NAME
  npm run --silent setting -- list
  npm run --silent setting -- logo FILE      an SVG or a PNG, at the head of every page
  npm run --silent setting -- remove-logo

The settings: ${names.join(", ")}.
VALUE is true or false where the setting is a switch; words with commas between them where it is a
list (es,fr), or all.`;

export const settings = commandLine(USAGE, {
  set: command({
    words: ["NAME", "VALUE"],
    options: {},
    run: async ([word = "", text = ""]) => {
      const name = known(word);
      await withDatabase(() => changeSetting({ name, value: parsed(name, text) }, actor)).catch((error) => {
        throw refusal(name, error);
      });
    },
  }),
  get: command({
    words: ["NAME"],
    options: {},
    run: async ([word = ""]) => {
      const name = known(word);
      say(textOf(name, (await withDatabase(readSettings))[name]));
    },
  }),
  logo: command({
    words: ["FILE"],
    options: {},
    run: async ([file = ""]) => {
      const bytes = await readFile(file);
      const logo = await withDatabase(() => changeLogo({ file: bytes }, actor));
      if (logo)
        say(`The logo is ${logo.type === "svg" ? "an SVG" : "a PNG"} of ${logo.width} by ${logo.height}.`);
    },
  }),
  "remove-logo": command({
    words: [],
    options: {},
    run: async () => void (await withDatabase(() => changeLogo({ file: null }, actor))),
  }),
  list: command({
    words: [],
    options: {},
    run: async () => {
      const settings = await withDatabase(readSettings);
      say(names.map((name) => `${name} = ${textOf(name, settings[name])}`).join("\n"));
    },
  }),
});

function known(word: string): SettingName {
  const name = names.find((name) => name === word);
  if (!name) throw new Error(`There is no setting “${word}”. The settings are ${names.join(", ")}.`);
  return name;
}

/** A word of the command line as a value of the setting's kind; undefined stands for its default. */
function parsed(name: SettingName, text: string): unknown {
  const kind = settingSchemas[name].unwrap();
  if (kind instanceof z.ZodBoolean) return { true: true, false: false }[text.trim()] ?? text;
  if (kind instanceof z.ZodNumber) return text.trim() === "" ? text : Number(text);
  if (!(kind instanceof z.ZodArray)) return text;
  if (text.trim() === "all") return;
  const words = text.split(",").map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}

/** The value as `set` takes it. */
function textOf(name: SettingName, value: boolean | number | string | string[]): string {
  const isDefault = String(value) === String(settingSchemas[name].safeParse(undefined).data);
  return Array.isArray(value) && isDefault ? "all" : String(value);
}

function refusal(name: SettingName, error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error;
  const reasons = new Set(error.issues.map(({ message }) => message));
  return new Error([...reasons].map((reason) => `${name} ${reason}.`).join("\n"));
}

if (import.meta.main) await runThisProcess(settings);
