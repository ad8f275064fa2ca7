import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ignoreBrokenPipe } from "@/lib/platform/broken-pipe";
import { runMain } from "@/server/run-main";

/** A command's positional arguments in order ([optional]) and its options; none by default. */
type Command<Options extends ParseArgsOptionsConfig> = {
  words?: string[];
  options?: Options;
  run: (words: string[], options: OptionValues<Options>) => Promise<void>;
};

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>["values"];

/** Infers the types of a command's options for its `run`. */
export const defineCommand = <const Options extends ParseArgsOptionsConfig>(definition: Command<Options>) =>
  definition as unknown as Command<ParseArgsOptionsConfig>;

/** Runs the arguments after `npm run <command> --`. @throws Error with a readable message */
export type CommandLine = (args: string[]) => Promise<void>;

/** A command line for a table of commands; prints the usage for anything else. */
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

/** Runs the command of this process; an error ends it with exit code 1. */
export function runCommandLine(line: CommandLine) {
  ignoreBrokenPipe();
  return runMain(() => line(process.argv.slice(2)));
}

export function printLine(text: string) {
  process.stdout.write(`${text}\n`);
}

function parse(args: string[], { words = [], options }: ReturnType<typeof defineCommand>, usage: string) {
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
