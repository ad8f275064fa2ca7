import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import type { Outgoing, SendResult } from "./transports";

/** A message as a file of the mailbox holds it. */
export type MailboxMessage = {
  id: string;
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  locale: string;
  kind: string;
  created_at: string;
};

const folder = () => path.join(env.DATA_DIR, "mailbox");

/** Writes one file for the message; whoever reads the folder sees all of it or nothing. */
export async function putIntoMailbox({
  id,
  kind,
  locale,
  createdAt,
  payload,
}: Outgoing): Promise<SendResult> {
  const { to, from, subject, html, text } = payload;
  const message: MailboxMessage = {
    id,
    to,
    from,
    subject,
    html,
    text,
    locale,
    kind,
    created_at: createdAt.toISOString(),
  };
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

/** The mailbox's messages, the newest first. */
export async function readMailbox(): Promise<MailboxMessage[]> {
  const names = await readdir(folder()).catch((): string[] => []);
  const ids = names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
  const messages = (await Promise.all(ids.map(readMailboxMessage))).filter(
    (message) => message !== undefined,
  );
  return messages.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** One message; undefined when there is none of that id. */
export async function readMailboxMessage(id: string): Promise<MailboxMessage | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return;
  const text = await readFile(path.join(folder(), `${id}.json`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as MailboxMessage);
}
