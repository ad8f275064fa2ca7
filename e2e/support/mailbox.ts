import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import type { readMailboxMessage } from "@/lib/mail/mailbox";
import { getTimeoutScale } from "@/test/runner/timeout-scale";

/** A message as the development transport writes it. */
export type Mail = NonNullable<Awaited<ReturnType<typeof readMailboxMessage>>>;

export type Mailbox = {
  /** Waits for the first message. */
  messageTo: (address: string) => Promise<Mail>;
  /** Waits for `count` messages; oldest first. */
  messagesTo: (address: string, count: number) => Promise<Mail[]>;
  /** All messages so far. */
  all: () => Promise<Mail[]>;
};

/** Reads messages from `folder`. */
export function openMailbox(folder: string): Mailbox {
  const to = async (address: string) => (await readAll(folder)).filter((mail) => mail.to.includes(address));
  const messagesTo = async (address: string, count: number) => {
    const arrived = async () => (await to(address)).length;
    await expect
      .poll(arrived, { message: `e-mails to ${address}`, timeout: 180_000 * getTimeoutScale() })
      .toBe(count);
    return to(address);
  };
  return {
    messageTo: async (address) => (await messagesTo(address, 1))[0] as Mail,
    messagesTo,
    all: () => readAll(folder),
  };
}

/** The mailbox's address, as `npm start` prints it, from the folder of messages. */
export const readMailboxPage = async (folder: string | undefined) =>
  `/mailbox?token=${await readFile(`${folder}-token`, "utf8")}`;

/** Links in the plain text. */
export function getLinks(mail: Mail): string[] {
  return mail.text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
}

/** Cache by file; files never change. */
const known = new Map<string, Mail>();

async function read(file: string): Promise<Mail> {
  const mail: Mail = known.get(file) ?? JSON.parse(await readFile(file, "utf8"));
  known.set(file, mail);
  return mail;
}

async function readAll(folder: string): Promise<Mail[]> {
  const names = await readdir(folder).catch(() => []); // the folder comes with the first message
  const files = names.filter((name) => name.endsWith(".json"));
  const mails = await Promise.all(files.map((file) => read(path.join(folder, file))));
  return mails.sort((one, other) => one.created_at.localeCompare(other.created_at));
}
