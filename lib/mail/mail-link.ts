import type { Prisma } from "@/generated/prisma/client";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { createToken, decrypt, encrypt, hashToken } from "@/lib/platform/crypto";
import { getPublicUrl, type Settings } from "@/lib/school/settings";
import type { LinkUse, MailKind } from "./mail-kinds";

export type MailLink = {
  url: string;
  hash: Uint8Array<ArrayBuffer>;
  expiresAt: Date;
  use: LinkUse;
};

const DAY_MS = 24 * 3600 * 1000;

/** As long as a draft is kept that nobody touches; an answer may be given late; who signs in is waiting for it. */
const LINK_LIFETIME_MS: Partial<Record<LinkUse, number>> = {
  draft: 3 * DAY_MS,
  answer: 120 * DAY_MS,
  "sign in": 10 * 60 * 1000,
};

const PATHS = {
  setup: "/account-setup",
  draft: "/account-setup",
  address: "/account-setup/address",
  answer: "/answer",
  "sign in": "/sign-in/link",
} satisfies Record<LinkUse, string>;

/** A new link to the page that sets a password, goes on with a draft or confirms an address; it works once it is stored. */
export function createMailLink(
  use: LinkUse,
  locale: Locale,
  now: Date,
  { setup_link_days }: Settings,
): MailLink {
  const token = createToken();
  return {
    url: `${getPublicUrl()}${toLocalizedPath(locale, `${PATHS[use]}/${token}`)}`,
    hash: hashToken(token),
    expiresAt: new Date(now.getTime() + (LINK_LIFETIME_MS[use] ?? setup_link_days * DAY_MS)),
    use,
  };
}

/** A link as a page shows it before its mail is written: its secret is nobody's yet. */
export function createLinkPreview(use: LinkUse, locale: Locale, now: Date, school: Settings) {
  const { url, expiresAt } = createMailLink(use, locale, now, school);
  return { link: `${url.slice(0, url.lastIndexOf("/"))}/…`, linkExpiresAt: expiresAt };
}

/** The page behind a set-up link that says "this was not me" (families 7). */
export const getNotMeUrl = (setupUrl: string) => `${setupUrl}/not-me`;

/** Where a person who has a password sees their enrollments. */
export const getAccountUrl = (locale: Locale) => `${getPublicUrl()}${toLocalizedPath(locale, "/account")}`;

/**
 * Makes a link work, of which only the hash is kept; the person's links of that sort before it stop working.
 * One that confirms an address does so for the one that it goes to: where another is wished for by now, it is dead.
 *
 * @param to the address that the link goes to
 */
export async function saveMailLink(
  tx: Prisma.TransactionClient,
  { id: personId, to }: { id: string; to: string },
  { hash, expiresAt, use }: MailLink,
  now: Date,
): Promise<void> {
  if (use === "address") {
    await tx.emailChange.updateMany({ where: { personId, email: to }, data: { hash, expiresAt } });
    return;
  }
  if (use === "answer") {
    await tx.answerLink.create({
      data: { hash, personId, createdAt: now, expiresAt },
      select: { personId: true },
    });
    return; // those before it lead to the same page
  }
  if (use === "sign in") {
    await tx.signInLink.deleteMany({ where: { personId } });
    await tx.signInLink.create({
      data: { hash, personId, createdAt: now, expiresAt },
      select: { personId: true },
    });
    return;
  }
  const continues = use === "draft";
  await tx.setupToken.updateMany({
    where: { personId, continues, spentAt: null, supersededAt: null },
    data: { supersededAt: now },
  });
  await tx.setupToken.create({
    data: { hash, personId, createdAt: now, expiresAt, continues },
    select: { personId: true },
  });
}

/** Mails that are asked for on a page, each for a link that signs in. */
const ASKED_FOR: MailKind[] = ["sign_in_link", "password_reset", "continue_draft"];

/**
 * Ends every way to sign in as these people that was there before: sessions, known browsers, and links, also those of
 * mails that wait to be written.
 *
 * @param but a session that stays
 */
export async function endAccess(
  tx: Prisma.TransactionClient,
  personIds: string[],
  now: Date,
  but?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const people = { personId: { in: personIds } };
  // First: whoever writes such a mail at this moment has stored its link when the mails can be deleted.
  await tx.mailMessage.deleteMany({
    where: { ...people, kind: { in: ASKED_FOR }, state: "queued", firstAttemptAt: null },
  });
  await endSessionsAndLinks(tx, people, now, but);
}

/**
 * Ends every session and every link that went to these people, whatever it does: their address is another one from now
 * on. A mail that waits to be written goes to the new one.
 */
export async function revokeLinks(
  tx: Prisma.TransactionClient,
  personIds: string[],
  now: Date,
): Promise<void> {
  const people = { personId: { in: personIds } };
  await endSessionsAndLinks(tx, people, now);
  await tx.emailChange.deleteMany({ where: people });
  await tx.answerLink.deleteMany({ where: people });
}

/** The page on which somebody of the desk sets a password. */
export const getStaffLinkUrl = (locale: Locale, token: string) =>
  `${getPublicUrl()}${toLocalizedPath(locale, `/desk/invitation/${token}`)}`;

/** A link's token as a queued notice carries it: it waits in the database, which knows links by their hash alone. */
export const encryptLinkToken = (memberId: string, token: string): string =>
  encrypt(token, contextOf(memberId)).toString("base64");

/** The token again. @throws Error where the key that sealed it is not known here */
export function decryptLinkToken(memberId: string, sealed: string): string {
  const token = decrypt(Buffer.from(sealed, "base64"), contextOf(memberId));
  if (token === undefined) throw new Error("A link for the desk cannot be read: DRAFT_KEYS lacks its key.");
  return token;
}

async function endSessionsAndLinks(
  tx: Prisma.TransactionClient,
  people: { personId: { in: string[] } },
  now: Date,
  but?: Uint8Array<ArrayBuffer>,
) {
  await tx.setupToken.updateMany({
    where: { ...people, spentAt: null, supersededAt: null },
    data: { supersededAt: now },
  });
  await tx.signInLink.deleteMany({ where: people });
  await tx.session.deleteMany({ where: { ...people, ...(but && { hash: { not: but } }) } });
  await tx.knownDevice.deleteMany({ where: people });
}

const contextOf = (memberId: string) => new TextEncoder().encode(`staff link ${memberId}`);
