import type { Prisma } from "@/generated/prisma/client";
import { addElision, formatDay, formatInstant } from "@/lib/i18n/format";
import { getDocsPath, type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { getJobInsertSql } from "@/lib/platform/jobs";
import { getPublicUrl, getSettings, type Settings } from "@/lib/school/settings";
import { renderContent } from "./content/mail-content";
import { createFrame, type MailContent, type MailContext, sanitiseText } from "./content/mail-context";
import { decryptLinkToken, getStaffLinkUrl } from "./mail-link";
import { getMailSchool } from "./prepare-message";
import { createPayload, sendMail } from "./transports";

/** A notice to a member of staff about their own access; to administrators also about API keys. */
type StaffNotice = { memberId: string; at: string } & (
  | { kind: "staff_device" | "staff_factor_reset" | "staff_factor_stopped" }
  | { kind: "staff_key"; key: string }
  | { kind: "staff_invited" | "staff_password"; sealedToken: string; until: string }
);

/**
 * Notices to the school: a webhook endpoint was switched off, an API key expires (to its contact, if any), somebody
 * disowns a request and its consequence. Or to a member of staff.
 */
export type Notice =
  | StaffNotice
  | { kind: "webhook_off"; host: string; key: string }
  | { kind: "key_ends"; key: string; contact: string | null; day: string }
  | { kind: "not_me"; as: DisownedRole; references: string[] };

/** The role of the person who disowns the request: only the sender's message withdraws it (families 7). */
type DisownedRole = "sender" | "guardian" | "student";

/**
 * Sends a notice to the school's contact address, or to a member of staff who was not removed.
 * @param id the provider's idempotency key, the same in every attempt
 * @throws Error when the job should be retried
 */
export async function sendNotice(id: string, notice: Notice): Promise<void> {
  const school = await getSettings();
  const reader = await findRecipient(notice, school);
  if (!reader) return;
  const content = createNoticeContent(notice, await getMailSchool(school), reader);
  const payload = createPayload(school, reader.email, renderContent(content));
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

export async function enqueueNotice(tx: Prisma.TransactionClient, notice: Notice): Promise<void> {
  await tx.$executeRawUnsafe(await getJobInsertSql("notices"), JSON.stringify([{ data: notice }]));
}

type Reader = { email: string; name?: string | null; locale: Locale };

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

/** No notice is sent for a link that was used, replaced or has expired. */
const whereLinkIsValid = (notice: StaffNotice) =>
  "sealedToken" in notice
    ? { linkHash: hashToken(readToken(notice)), linkExpiresAt: { gt: new Date() } }
    : undefined;

const readToken = ({ memberId, sealedToken }: { memberId: string; sealedToken: string }) =>
  decryptLinkToken(memberId, sealedToken);

function createNoticeContent(
  notice: Notice,
  school: MailContext["school"],
  { locale, name: reader }: Reader,
): MailContent {
  const { kind } = notice;
  const t = getTranslator(locale, "mail");
  const { url, about } = getNoticeValues(notice, locale, school.timeZone);
  const values = addElision({ school: sanitiseText(school.name), ...about });
  return {
    ...createFrame(school, locale),
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
    reason: t(`${kind}.why`, values),
  };
}

function getNoticeValues(
  notice: Notice,
  locale: Locale,
  timeZone: string,
): { url: string; about: Record<string, string> } {
  if ("memberId" in notice) {
    if ("sealedToken" in notice) {
      const about = { time: formatInstant(new Date(notice.until), locale, timeZone) };
      return { about, url: getStaffLinkUrl(locale, readToken(notice)) };
    }
    const key = "key" in notice ? sanitiseText(notice.key) : "";
    return {
      about: { time: formatInstant(new Date(notice.at), locale, timeZone), key },
      url: `${getPublicUrl()}${toLocalizedPath(locale, key ? "/desk/keys" : "/desk/me")}`,
    };
  }
  if (notice.kind !== "not_me") {
    const key = sanitiseText(notice.key);
    const about: Record<string, string> =
      notice.kind === "key_ends"
        ? { key, day: formatDay(notice.day, locale) }
        : { key, host: sanitiseText(notice.host) };
    return { about, url: `${getPublicUrl()}${getDocsPath(locale)}` };
  }
  const { as, references } = notice;
  return {
    about: { as, references: references.join(", ") },
    url: `${getPublicUrl()}${toLocalizedPath(locale, `/desk/enrollments/${references[0]}`)}`,
  };
}
