import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ignoreBrokenPipe } from "@/lib/platform/broken-pipe";
import { runMain } from "@/server/run-main";

/** What a command may be given: its words in order, as the usage names them ([so] if one may lack), and its options. */
type Command<Options extends ParseArgsOptionsConfig> = {
  words: string[];
  options: Options;
  run: (words: string[], options: OptionValues<Options>) => Promise<void>;
};

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>["values"];

/** Lets a command's `run` know the types of its own options. */
export const defineCommand = <const Options extends ParseArgsOptionsConfig>(definition: Command<Options>) =>
  definition as unknown as Command<ParseArgsOptionsConfig>;

/** What follows `npm run <command> --`: says its answer, or throws what is wrong, in words. */
export type CommandLine = (args: string[]) => Promise<void>;

/** The command lines of a table of commands; anything else is answered with the usage. */
export function createCommandLine(
  usage: string,
  commands: Record<string, ReturnType<typeof defineCommand>>,
): CommandLine {
  return async ([name, ...rest]) => {
    const wantsHelp = name === "help" || [name, ...rest].some((word) => word === "--help" || word === "-h");
    if (wantsHelp) return printLine(usage);

    const chosen = Object.hasOwn(commands, name ?? "") ? commands[name as string] : undefined;
    if (!chosen)
      throw misuse(name === undefined ? "Which command?" : `There is no command “${name}”.`, usage);
    const { values, positionals } = parse(rest, chosen, usage);
    await chosen.run(positionals, values);
  };
}

/** Runs what this process was started for; a refusal ends it with exit code 1. */
export function runCommandLine(line: CommandLine) {
  ignoreBrokenPipe();
  return runMain(() => line(process.argv.slice(2)));
}

/** Writes a line to stdout. */
export function printLine(text: string) {
  process.stdout.write(`${text}\n`);
}

function parse(args: string[], { words, options }: ReturnType<typeof defineCommand>, usage: string) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const missing = words[parsed.positionals.length];
    if (missing && !missing.startsWith("[")) throw new Error(`${missing} is missing.`);
    const extra = parsed.positionals[words.length];
    if (extra !== undefined) throw new Error(`“${extra}” is one word too many.`);
    return parsed;
  } catch (error) {
    throw misuse((error as Error).message, usage);
  }
}

const misuse = (problem: string, usage: string) => new Error(`${problem}\n\n${usage}`);
