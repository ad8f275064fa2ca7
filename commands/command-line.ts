import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { runMain } from "@/server/run-main";

type Command<Options extends ParseArgsOptionsConfig> = {
  positionals?: string[];
  options?: Options;
  run: (args: string[], options: OptionValues<Options>) => Promise<void>;
};

type AnyCommand = Command<ParseArgsOptionsConfig>;

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>["values"];

/** Infers the types of a command's options for its `run`. */
export const defineCommand = <const Options extends ParseArgsOptionsConfig>(definition: Command<Options>) =>
  definition as unknown as AnyCommand;

/** Runs the arguments after `npm run <command> --`. @throws Error with a readable message */
export type CommandLine = (args: string[]) => Promise<void>;

/** A program of several commands. */
export function createCommandLine(usage: string, commands: Record<string, AnyCommand>): CommandLine {
  return async ([name = "", ...rest]) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return createProgram(usage, command)(rest);
    if (name === "help" || wantsHelp([name, ...rest])) return printLine(usage);
    throw createUsageError(name === "" ? "The command is missing" : `There is no command “${name}”`);
  };
}

/** A program without the name of a command. */
export function createProgram(usage: string, command: AnyCommand): CommandLine {
  return async (args) => {
    if (wantsHelp(args)) return printLine(usage);
    const { values, positionals } = parse(args, command);
    await command.run(positionals, values);
  };
}

const wantsHelp = (args: string[]) => args.some((arg) => arg === "--help" || arg === "-h");

export function runCommandLine(commandLine: CommandLine) {
  // EPIPE: the reader of a command may close the pipe early (`… | head`).
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return runMain(() => commandLine(process.argv.slice(2)));
}

export function printLine(text: string) {
  process.stdout.write(`${text}\n`);
}

function parse(args: string[], { positionals = [], options }: AnyCommand) {
  try {
    // A command without options takes “-1” as a value.
    const marked = options ? args : ["--", ...args.filter((arg) => arg !== "--")];
    const parsed = parseArgs({ args: marked, options, allowPositionals: true });
    const missing = positionals[parsed.positionals.length];
    if (missing && !missing.startsWith("[")) throw new Error(`${missing} is missing`);
    const extra = parsed.positionals[positionals.length];
    if (extra !== undefined) throw new Error(`“${extra}” is an unexpected argument`);
    return parsed;
  } catch (error) {
    const [problem = ""] = (error as Error).message.split(/\.\s/); // Node adds advice
    throw createUsageError(problem);
  }
}

/** For `catch`: throws the readable form of an error. */
export const rethrowAs = (toReadable: (error: unknown) => unknown) => (error: unknown) => {
  throw toReadable(error);
};

const createUsageError = (problem: string) => new Error(`${problem}: --help explains the command.`);
