import type { Prisma } from "@/generated/prisma/client";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { createToken, decrypt, encrypt, hashToken } from "@/lib/platform/crypto";
import { getPublicUrl, type Settings } from "@/lib/school/settings";
import type { LinkUse, MailKind } from "./mail-kinds";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Milliseconds by purpose, else the setting `setup_link_days`: a draft is deleted after three days without changes;
 * questions may be answered late; a sign-in link is used at once.
 */
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

/** Creates a link with a new token; it works after `saveMailLink`. */
export function createMailLink(use: LinkUse, locale: Locale, now: Date, { setup_link_days }: Settings) {
  const token = createToken();
  return {
    url: `${getPublicUrl()}${toLocalizedPath(locale, `${PATHS[use]}/${token}`)}`,
    hash: hashToken(token),
    expiresAt: new Date(now.getTime() + (LINK_LIFETIME_MS[use] ?? setup_link_days * DAY_MS)),
    use,
  };
}

export function createLinkPreview(use: LinkUse, locale: Locale, now: Date, school: Settings) {
  const { url, expiresAt } = createMailLink(use, locale, now, school);
  return { link: `${url.slice(0, url.lastIndexOf("/"))}/…`, linkExpiresAt: expiresAt };
}

export const getAccountUrl = (locale: Locale) => `${getPublicUrl()}${toLocalizedPath(locale, "/account")}`;

/**
 * Stores a link's hash, so that it works, and invalidates the person's earlier links of the same purpose. A link that
 * confirms an address confirms only `to`: after another change of address it does not work.
 * @param person `to` is the address to which the link is sent
 */
export async function saveMailLink(
  tx: Prisma.TransactionClient,
  { id: personId, to }: { id: string; to: string },
  { hash, expiresAt, use }: ReturnType<typeof createMailLink>,
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
    return; // earlier links lead to the same page and stay valid
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

/** Messages that anybody can request on a page, each with a link that signs in. */
const REQUESTED_KINDS: MailKind[] = ["sign_in_link", "password_reset", "continue_draft"];

/**
 * Ends all access of these people: sessions, known devices and links, also those of messages that are not rendered
 * yet.
 * @param exceptHash the hash of a session that stays
 */
export async function endAccess(
  tx: Prisma.TransactionClient,
  personIds: string[],
  now: Date,
  exceptHash?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const where = { personId: { in: personIds } };
  // First: a worker that is rendering such a message has stored its link before the message can be deleted.
  await tx.mailMessage.deleteMany({
    where: { ...where, kind: { in: REQUESTED_KINDS }, state: "queued", firstAttemptAt: null },
  });
  await endSessionsAndLinks(tx, where, now, exceptHash);
}

/**
 * Ends all sessions and all links of these people, because their address has changed. Queued messages go to the new
 * address.
 */
export async function revokeLinks(
  tx: Prisma.TransactionClient,
  personIds: string[],
  now: Date,
): Promise<void> {
  const where = { personId: { in: personIds } };
  await endSessionsAndLinks(tx, where, now);
  await tx.emailChange.deleteMany({ where });
  await tx.answerLink.deleteMany({ where });
}

export const getStaffLinkUrl = (locale: Locale, token: string) =>
  `${getPublicUrl()}${toLocalizedPath(locale, `/desk/invitation/${token}`)}`;

/** Encrypts a link's token for a queued notice: the database otherwise stores only hashes of tokens. */
export const encryptLinkToken = (memberId: string, token: string): string =>
  encrypt(token, getEncryptionContext(memberId)).toString("base64");

/** Decrypts a link's token. @throws Error when its key is unknown */
export function decryptLinkToken(memberId: string, sealed: string): string {
  const token = decrypt(Buffer.from(sealed, "base64"), getEncryptionContext(memberId));
  if (token === undefined) throw new Error("A link for the desk cannot be read: DRAFT_KEYS lacks its key.");
  return token;
}

async function endSessionsAndLinks(
  tx: Prisma.TransactionClient,
  where: { personId: { in: string[] } },
  now: Date,
  exceptHash?: Uint8Array<ArrayBuffer>,
) {
  await tx.setupToken.updateMany({
    where: { ...where, spentAt: null, supersededAt: null },
    data: { supersededAt: now },
  });
  await tx.signInLink.deleteMany({ where });
  await tx.session.deleteMany({ where: { ...where, ...(exceptHash && { hash: { not: exceptHash } }) } });
  await tx.knownDevice.deleteMany({ where });
}

const getEncryptionContext = (memberId: string) => `staff link ${memberId}`;
