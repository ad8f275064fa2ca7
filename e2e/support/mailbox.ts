import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import type { readMailboxMessage } from "@/lib/mail/mailbox";
import { getTimeoutScale } from "@/test/runner/timeout-scale";

/** A message as the development transport writes it. */
export type Mail = NonNullable<Awaited<ReturnType<typeof readMailboxMessage>>>;

export type Mailbox = {
  /** Waits for the first message. */
  waitForMail: (address: string) => Promise<Mail>;
  /** Waits for `count` messages; oldest first. */
  waitForMails: (address: string, count: number) => Promise<Mail[]>;
  /** All messages so far. */
  listMails: () => Promise<Mail[]>;
};

/** Reads messages from `folder`. */
export function openMailbox(folder: string): Mailbox {
  const readMailsTo = async (address: string) =>
    (await readMails(folder)).filter((mail) => mail.to.includes(address));
  const waitForMails = async (address: string, count: number) => {
    const countMails = async () => (await readMailsTo(address)).length;
    await expect
      .poll(countMails, { message: `e-mails to ${address}`, timeout: 180_000 * getTimeoutScale() })
      .toBe(count);
    return readMailsTo(address);
  };
  return {
    waitForMail: async (address) => (await waitForMails(address, 1))[0] as Mail,
    waitForMails,
    listMails: () => readMails(folder),
  };
}

/** The mailbox page's address, as `npm start` prints it, from the folder of messages. */
export const readMailboxPath = async (folder: string | undefined) =>
  `/mailbox?token=${await readFile(`${folder}-token`, "utf8")}`;

/** Links in the plain text. */
export function getLinks(mail: Mail): string[] {
  return mail.text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
}

/** Cache by file; files never change. */
const mailsByFile = new Map<string, Mail>();

async function readMail(file: string): Promise<Mail> {
  const mail: Mail = mailsByFile.get(file) ?? JSON.parse(await readFile(file, "utf8"));
  mailsByFile.set(file, mail);
  return mail;
}

async function readMails(folder: string): Promise<Mail[]> {
  const names = await readdir(folder).catch(() => []); // the folder comes with the first message
  const files = names.filter((name) => name.endsWith(".json"));
  const mails = await Promise.all(files.map((file) => readMail(path.join(folder, file))));
  return mails.sort((a, b) => a.created_at.localeCompare(b.created_at));
}
