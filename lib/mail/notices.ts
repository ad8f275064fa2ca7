import type { PgBoss } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { addElision } from "@/lib/i18n/format";
import { getDocsPath, type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { toDate } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { getJobInsertSql, type QueueName } from "@/lib/platform/jobs";
import { getPublicUrl, getSettings, type Settings } from "@/lib/school/settings";
import { type MailContent, type MailContext, renderPlainText, sanitiseText } from "./content/mail-context";
import { renderMessageHtml } from "./content/message";
import { decryptLinkToken, getStaffLinkUrl } from "./mail-link";
import { getMailSchool } from "./prepare-message";
import { mailHeaders, sendMail } from "./transports";

/** What a member of staff is told of: their own access; an administrator also of the API's keys. */
type StaffNotice = { memberId: string; at: string } & (
  | { kind: "staff_device" | "staff_factor_reset" | "staff_factor_stopped" }
  | { kind: "staff_key"; key: string }
  | { kind: "staff_invited" | "staff_password"; sealedToken: string; until: string }
);

/**
 * What the school itself is told of: an endpoint that was switched off; a key that ends, where it has no contact; somebody who says that a request
 * is not theirs, and what became of it; or one of its staff.
 */
export type Notice =
  | StaffNotice
  | { kind: "webhook_off"; host: string; key: string }
  | { kind: "key_ends"; key: string; contact: string | null; day: string }
  | { kind: "not_me"; as: DisownedRole; references: string[] };

/** In whose place somebody was named: only a sender's word withdraws (families 7). */
export type DisownedRole = "sender" | "guardian" | "student";

/**
 * Writes to the school's own contact address or, of their access, to a member of its staff who is still there.
 *
 * @param id the same in every attempt: the provider's idempotency key
 * @throws Error when it is worth trying again
 */
export async function sendNotice(id: string, notice: Notice): Promise<void> {
  const school = await getSettings();
  const reader = await findRecipient(notice, school);
  if (!reader) return;
  const content = createNoticeContent(notice, await getMailSchool(school), reader);
  const payload = {
    from: env.MAIL_FROM ?? `${school.school_name.replace(/[<>",\p{Cc}]/gu, "")} <${school.contact_email}>`,
    to: reader.email,
    replyTo: school.contact_email,
    headers: mailHeaders(school.contact_email),
    subject: content.subject,
    html: renderMessageHtml(content),
    text: renderPlainText(content),
  };
  const { locale } = reader;
  const result = await sendMail({
    id,
    kind: notice.kind,
    locale,
    createdAt: new Date(),
    payload,
    test: false,
  });
  if (result.outcome !== "accepted") throw new Error(`A notice was not sent: ${result.code}`);
}

const QUEUE = "notices" satisfies QueueName;

/** Queues what the school itself is told of, in the caller's transaction. */
export async function enqueueNotice(tx: Prisma.TransactionClient, notice: Notice): Promise<void> {
  await tx.$executeRawUnsafe(await getJobInsertSql(QUEUE), JSON.stringify([{ data: notice }]));
}

type Reader = { email: string; name?: string | null; locale: Locale };

/** Sends what the school itself is told of. */
export async function startNoticeWorker(boss: PgBoss): Promise<void> {
  await boss.work<Notice>(QUEUE, { pollingIntervalSeconds: 30 }, async ([job]) => {
    if (job) await sendNotice(job.id, job.data);
  });
}

async function findRecipient(notice: Notice, school: Settings): Promise<Reader | null> {
  if (!("memberId" in notice)) {
    const contact = notice.kind === "key_ends" ? notice.contact : null;
    return { email: contact ?? school.contact_email, locale: school.default_locale };
  }
  const member = await prisma().staffMember.findUnique({
    where: { id: notice.memberId, removedAt: null, ...whereLinkIsValid(notice) },
    select: { email: true, name: true, locale: true },
  });
  return member && { ...member, locale: member.locale as Locale };
}

/** A link that was used, replaced or is over is written to nobody. */
const whereLinkIsValid = (notice: StaffNotice) =>
  "sealedToken" in notice
    ? { linkHash: hashToken(tokenIn(notice)), linkExpiresAt: { gt: new Date() } }
    : undefined;

const tokenIn = ({ memberId, sealedToken }: { memberId: string; sealedToken: string }) =>
  decryptLinkToken(memberId, sealedToken);

function createNoticeContent(
  notice: Notice,
  school: MailContext["school"],
  { locale, name: reader }: Reader,
): MailContent {
  const { kind } = notice;
  const t = getTranslator(locale, "mail");
  const { name, email, phone, address, color, hasLogo } = school;
  const { url, about } = getNoticeValues(notice, locale, school.timeZone);
  const values = addElision({ school: sanitiseText(name), ...about });
  return {
    locale,
    school: values.school,
    color,
    hasLogo,
    subject: t(`${kind}.subject`, values),
    preview: t(`${kind}.preview`, values),
    greeting: reader ? t("greeting", { name: sanitiseText(reader) }) : t("greetingNobody"),
    body: [t(`${kind}.body.1`, values), t(`${kind}.body.2`, values)],
    action: {
      label: t(`action.${kind}`),
      url,
      plain: t("linkPlain"),
      note: t(`${kind}.note`, values),
    },
    facts: [],
    next: undefined,
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email, phone }),
      address: t("address", { school: values.school, address: sanitiseText(address) }),
    },
    why: t(`${kind}.why`, values),
  };
}

/** What its words speak of, and where its link leads. */
function getNoticeValues(
  notice: Notice,
  locale: Locale,
  timeZone: string,
): { url: string; about: Record<string, string> } {
  if ("memberId" in notice) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone });
    if ("sealedToken" in notice) {
      const about = { time: format.format(new Date(notice.until)) };
      return { about, url: getStaffLinkUrl(locale, tokenIn(notice)) };
    }
    const key = "key" in notice ? sanitiseText(notice.key) : "";
    return {
      about: { time: format.format(new Date(notice.at)), key },
      url: `${getPublicUrl()}${toLocalizedPath(locale, key ? "/desk/keys" : "/desk/me")}`,
    };
  }
  if (notice.kind === "webhook_off") {
    const about = { host: sanitiseText(notice.host), key: sanitiseText(notice.key) };
    return { about, url: `${getPublicUrl()}${getDocsPath(locale)}` };
  }
  if (notice.kind === "key_ends") {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    const about = { key: sanitiseText(notice.key), day: format.format(toDate(notice.day)) };
    return { about, url: `${getPublicUrl()}${getDocsPath(locale)}` };
  }
  const { as, references } = notice;
  return {
    about: { as, references: references.join(", ") },
    url: `${getPublicUrl()}${toLocalizedPath(locale, `/desk/enrollments/${references[0]}`)}`,
  };
}
