import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Parser } from "htmlparser2";
import { env } from "@/lib/platform/env";
import type { MailPayload, OutgoingMail, SendResult } from "./transports";

/** The `style-src` sources that allow exactly the styles of a message: its attributes and style elements. */
export function styleHashes(html: string): string {
  const styles = new Set<string>();
  let element: string | undefined;
  const parser = new Parser({
    onopentag(name, { style }) {
      if (style !== undefined) styles.add(style);
      element = name === "style" ? "" : undefined;
    },
    ontext: (text) => {
      if (element !== undefined) element += text;
    },
    onclosetag() {
      if (element !== undefined) styles.add(element);
      element = undefined;
    },
  });
  parser.end(html);
  const hashes = [...styles].map(
    (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );
  return ["'unsafe-hashes'", ...hashes].join(" "); // required for hashes of style attributes
}

type MailboxMessage = Pick<OutgoingMail, "id" | "kind" | "locale"> &
  Pick<MailPayload, "to" | "from" | "subject" | "html" | "text"> & { created_at: string };

const folder = () => path.join(env.DATA_DIR, "mailbox");

/** Writes the message into a file, atomically by rename. */
export async function sendToMailbox(outgoing: OutgoingMail): Promise<SendResult> {
  const { id, kind, locale, payload } = outgoing;
  const { to, from, subject, html, text } = payload;
  const created_at = outgoing.createdAt.toISOString();
  const message: MailboxMessage = { id, to, from, subject, html, text, locale, kind, created_at };
  const unfinished = path.join(folder(), `.${id}.${process.pid}.tmp`);
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, JSON.stringify(message, null, 2), { mode: 0o600 });
    await rename(unfinished, path.join(folder(), `${id}.json`));
    return { outcome: "accepted" };
  } catch (error) {
    return { outcome: "again", code: (error as NodeJS.ErrnoException).code ?? "mailbox" };
  }
}

/** A page of the mailbox, newest messages first, and the number of all messages; reads only the files of that page. */
export async function readMailbox(page = 1, pageSize = 100) {
  const files = await newestFirst();
  const listed = files.slice((page - 1) * pageSize, page * pageSize);
  const messages = await Promise.all(listed.map(({ name }) => readMailboxMessage(path.parse(name).name)));
  // Some may have been purged meanwhile.
  return { messages: messages.filter((message) => message !== undefined), count: files.length };
}

const RETENTION_MS = 30 * 24 * 3600 * 1000;
const MAX_MESSAGES = 5_000;

/** Deletes messages older than 30 days or beyond the newest 5,000; returns their number. */
export async function purgeMailbox(now: Date): Promise<number> {
  const files = await newestFirst();
  const old = files.filter(({ at }, place) => place >= MAX_MESSAGES || at < now.getTime() - RETENTION_MS);
  await Promise.all(old.map(({ name }) => rm(path.join(folder(), name), { force: true })));
  return old.length;
}

export async function deleteMailboxMessages(ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => rm(path.join(folder(), `${id}.json`), { force: true })));
}

export async function readMailboxMessage(id: string): Promise<MailboxMessage | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return;
  const text = await readFile(path.join(folder(), `${id}.json`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as MailboxMessage);
}

async function newestFirst(): Promise<{ name: string; at: number }[]> {
  const names = (await readdir(folder()).catch((): string[] => [])).filter((name) => name.endsWith(".json"));
  const files = await Promise.all(
    names.map(async (name) => {
      const at = await stat(path.join(folder(), name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      return at === undefined ? [] : [{ name, at }];
    }),
  );
  return files.flat().sort((a, b) => b.at - a.at || b.name.localeCompare(a.name));
}
