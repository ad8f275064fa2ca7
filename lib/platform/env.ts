import { isIP } from "node:net";
import path from "node:path";
import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { z } from "zod";
import packageJson from "@/package.json" with { type: "json" };
import { EnvironmentError } from "./errors";
import { findSingleton, singleton } from "./singleton";

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;
/** pg treats all of these as verify-full; "require" is no weaker. */
const VERIFIED_TLS_MODES = ["prefer", "require", "verify-ca", "verify-full"];
const TLS_MODES = ["disable", "no-verify", ...VERIFIED_TLS_MODES];

function findUrlProblem(address: string): string | undefined {
  if (PARTS.exec(address)?.[2]?.includes(","))
    return "names several hosts: give it one, which your provider or a proxy leads to the primary";
  if (!PARTS.test(address) || !URL.canParse(address))
    return "must be an address that begins with postgresql://, such as postgresql://user:password@host:5432/name; signs such as @ / # in the password are written %40 %2F %23";
  const mode = new URL(address).searchParams.get("sslmode");
  if (mode !== null && !TLS_MODES.includes(mode))
    return `has an sslmode that is none of ${TLS_MODES.join(", ")}`;
  return undefined;
}

export function parseDatabaseUrl(address: string): ClientConfig {
  const url = new URL(address);
  const options = url.searchParams;
  options.delete("target_session_attrs"); // for other programs
  if (VERIFIED_TLS_MODES.includes(options.get("sslmode") ?? "")) options.set("sslmode", "verify-full");
  if (options.get("sslrootcert") === "system") options.delete("sslrootcert"); // Node's own certificate authorities
  return parseIntoClientConfig(url.href);
}

/** The address for PostgreSQL's own programs, and the password separately: other users can see arguments. */
export function toProgramUrl(address: string): { address: string; password: string } {
  const [, credentials = "", hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  const [, user = "", password = ""] = /\/\/([^:@]*):?([^@]*)@/.exec(credentials) ?? [];
  const scheme = credentials.slice(0, credentials.indexOf("//") + 2);
  return {
    address: `${scheme}${user && `${user}@`}${hosts}${rest.replace("sslmode=no-verify", "sslmode=require")}`,
    password: decodeURIComponent(password),
  };
}

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const limit = z.coerce.number().int().min(0);
const optional = z.string().optional();
const database = optional.superRefine((address, { addIssue }) => {
  const problem = address === undefined ? undefined : findUrlProblem(address);
  if (problem) addIssue(problem);
});

const variables = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: optional,
    APP_URL: z.url().optional(),
    DATA_DIR: z
      .string()
      .default(".data")
      .transform((dir) => path.resolve(dir)),
    DATABASE_URL: database,
    /** With this set, DATABASE_URL may be a pooler in transaction mode. */
    DATABASE_DIRECT_URL: database,
    PROCESSES: z
      .union(
        [z.literal("auto"), z.coerce.number().int().min(1).max(64)],
        "must be auto or a number from 1 to 64",
      )
      .optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
    DATABASE_PATIENCE: z.coerce.number().min(1).max(20).default(1),
    MAIL_TRANSPORT: z.enum(["mailbox", "resend"]).optional(),
    MAIL_FROM: optional,
    RESEND_API_KEY: optional,
    RESEND_WEBHOOK_SECRET: optional,
    MAILBOX_OPEN: flag.default(false),
    WORKER: flag.default(true),
    DRAFT_KEYS: optional.refine(
      (keys) => keys === undefined || keys.split(",").every(isDraftKey),
      "must be keys of 32 bytes in base64, separated by commas. Make one with: openssl rand -base64 32",
    ),
    TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine(
        (list) => list.every(isNetwork),
        "must be addresses or networks such as 10.0.0.0/8, separated by commas",
      ),
    RATE_LIMIT_READS_PER_MINUTE: limit.default(1200),
    RATE_LIMIT_WRITES_PER_MINUTE: limit.default(120),
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: limit.default(60),
    RATE_LIMIT_FORM_STEPS_PER_MINUTE: limit.default(300),
    RATE_LIMIT_FORM_SENDS_PER_HOUR: limit.default(100),
    RATE_LIMIT_FORM_DRAFTS_PER_HOUR: limit.default(300),
    /** Allows webhooks to private addresses and by http, for receivers in the own network. */
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    /** The allowed ports of webhooks to public addresses. */
    WEBHOOK_PORTS: z
      .string()
      .default("443")
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine(
        (list) => list.length > 0 && list.every(isPort),
        "must be ports such as 443, separated by commas",
      ),
    METRICS_TOKEN: optional,
    ALERT_URL: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((values) => values.DATABASE_URL !== undefined || values.DATABASE_DIRECT_URL === undefined, {
    path: ["DATABASE_DIRECT_URL"],
    message: "goes past the pooler that DATABASE_URL names, which is not set",
  })
  .transform((values) => ({
    ...values,
    /** Without `DATABASE_URL`, PostgreSQL runs in `DATA_DIR`. */
    embedded: values.DATABASE_URL === undefined,
    /** Maximum wait for a pooled connection in milliseconds; a process with only a worker raises it. */
    poolWaitMs: Math.round(5_000 * values.DATABASE_PATIENCE),
    PROCESSES: values.PROCESSES ?? (values.DATABASE_URL === undefined ? 1 : "auto"),
    /** After the signal to stop, the server goes on serving for this long while /readyz answers 503. */
    shutdownGraceMs: values.DATABASE_URL === undefined ? 0 : 5_000,
    /** A form sent sooner than this after its first answer was filled in by a bot. */
    formMinimumMs: values.RATE_LIMIT_FORM_SENDS_PER_HOUR === 0 ? 0 : 3_000,
    /** DNS servers for the doctor's check of the sender's domain; empty: those of the system. */
    nameServers: [] as string[],
    /** The demo has a public key and mailbox, so it listens on this machine only. */
    HOST: values.HOST ?? (values.DATABASE_URL === undefined ? "127.0.0.1" : "0.0.0.0"),
    MAIL_TRANSPORT: values.MAIL_TRANSPORT ?? (values.DATABASE_URL === undefined ? "mailbox" : "resend"),
  }));

type Env = z.output<typeof variables>;

/** Checks the environment. @throws EnvironmentError with a sentence for each wrong variable, never its value */
export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty variable counts as not set, as in `.env.example`.
  const set = Object.entries(source).filter(([, value]) => value !== "");
  const result = variables.safeParse(Object.fromEntries(set), { error: describeProblem });
  if (result.success) return result.data;
  throw new EnvironmentError(
    result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"),
  );
}

/** Completes a sentence that begins with the variable. */
function describeProblem(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int" ? "must be a whole number" : "must be a number";
    case "too_big":
      return `must be ${issue.maximum} or less`;
    case "too_small":
      return `must be ${issue.minimum} or more`;
    case "invalid_value":
      return `must be ${issue.values.join(" or ")}`;
    case "invalid_format":
      return "must be an address such as https://school.example";
  }
}

/** Read once. `DATABASE_URL` is filled in when the embedded database has started (database/open-database.ts). */
export const env: Env = singleton("env", () => {
  try {
    readEnvFile();
    return readEnv(process.env);
  } catch (error) {
    // Modules load before a command runs: no caller could print the message without a stack.
    if (!(error instanceof EnvironmentError)) throw error;
    const sentences = error.message.split("\n");
    const report = findSingleton<(sentences: string[]) => void>("on a wrong environment"); // the doctor's findings
    if (report) report(sentences);
    else process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
});

/** Multiplies a timeout by DATABASE_PATIENCE; whole milliseconds. */
export const scaleTimeout = (ms: number): number => Math.round(ms * env.DATABASE_PATIENCE);

export const isHttps = (): boolean => env.APP_URL?.startsWith("https:") ?? false;

/** The names of the variables set by `.env`; a child process must read them again. */
export function getVariablesFromFile(): Set<string> {
  return singleton("set by file", () => new Set<string>());
}

/** For processes that send e-mails (server, worker). @throws EnvironmentError */
export function requireMailSettings({ MAIL_TRANSPORT, embedded, ...values }: Env = env) {
  if (!embedded && values.APP_URL === undefined) {
    throw new EnvironmentError(
      "APP_URL is missing. Links in e-mails begin with it: set it to where families reach the service, such as APP_URL=https://matricula.school.example.",
    );
  }
  if (MAIL_TRANSPORT !== "resend") return;
  const missing = (["RESEND_API_KEY", "MAIL_FROM"] as const).filter((name) => values[name] === undefined);
  const reason = embedded
    ? "MAIL_TRANSPORT=resend needs it"
    : "With DATABASE_URL, e-mails go out through Resend, which needs it; MAIL_TRANSPORT=mailbox keeps them here";
  if (missing.length > 0) {
    throw new EnvironmentError(missing.map((name) => `${name} is missing. ${reason}.`).join("\n"));
  }
}

export const VERSION = packageJson.version;

function isDraftKey(text: string): boolean {
  return Buffer.from(text.trim(), "base64").length === 32;
}

/** Sets missing variables from `.env`, or from the file named by ENV_FILE; an empty ENV_FILE means none (tests). */
function readEnvFile() {
  const { ENV_FILE: file = ".env" } = process.env;
  if (file === "") return;
  const existing = new Set(Object.keys(process.env));
  try {
    process.loadEnvFile(file); // no check for existence: Next's build would trace and include all files
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isMissing) throw new EnvironmentError(`${file} cannot be read as a file of variables.`);
    if (process.env.ENV_FILE) throw new EnvironmentError(`ENV_FILE names ${file}, which does not exist.`);
  }
  for (const name of Object.keys(process.env)) if (!existing.has(name)) getVariablesFromFile().add(name);
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}
