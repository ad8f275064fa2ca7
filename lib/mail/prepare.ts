import { Prisma } from "@/generated/prisma/client";
import { env } from "@/lib/env";
import type { Locale } from "@/lib/i18n/locales";
import { prisma } from "@/lib/prisma";
import { type Settings, settings } from "@/lib/school/settings";
import { hasMailbox } from "./addresses";
import type { MailDetails } from "./content";
import { renderMail } from "./render";
import { createSetupLink } from "./setup-link";
import type { MailPayload, Outgoing } from "./transports";

/** A day is how long the provider remembers a key; after that a repeated attempt could be a second mail. */
const SAFE_TO_REPEAT_MS = 23 * 3600 * 1000;

const selected = {
  id: true,
  kind: true,
  locale: true,
  state: true,
  payload: true,
  createdAt: true,
  firstAttemptAt: true,
  person: { select: { id: true, email: true, emailKey: true, name: true } },
  enrollment: {
    select: {
      reference: true,
      test: true,
      schoolYear: { select: { year: true } },
      student: {
        select: {
          name: true,
          surname: true,
          guardians: {
            where: { position: 1 },
            select: { guardian: { select: { name: true, surname: true } } },
          },
        },
      },
    },
  },
} satisfies Prisma.MailMessageSelect;

type Message = Prisma.MailMessageGetPayload<{ select: typeof selected }>;

/**
 * Makes a queued message ready: rendered at the first attempt, from then on as it was stored.
 *
 * @returns undefined when there is nothing to send: gone, no longer queued, or found undeliverable
 *   now (state `failed` with its reason)
 */
export async function prepareMessage(messageId: string, now: Date): Promise<Outgoing | undefined> {
  const school = await settings();
  return prisma().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from mail_messages where id = ${messageId}::uuid for update`;
    const message = await tx.mailMessage.findUnique({ where: { id: messageId }, select: selected });
    if (message?.state !== "queued") return;

    const obstacle = await obstacleTo(tx, message, now);
    if (obstacle) {
      await tx.mailMessage.update({
        where: { id: messageId },
        data: { state: "failed", failedAt: now, lastError: obstacle, payload: Prisma.DbNull },
        select: { id: true },
      });
      return;
    }
    const payload = (message.payload as MailPayload | null) ?? (await renderInto(tx, message, school, now));
    const { id, kind, locale, createdAt } = message;
    return { id, kind, locale, createdAt, payload, test: message.enrollment?.test ?? false };
  });
}

async function obstacleTo(tx: Prisma.TransactionClient, message: Message, now: Date) {
  if (!hasMailbox(message.person.email)) return "no_mailbox";
  const { firstAttemptAt } = message;
  if (firstAttemptAt && now.getTime() - firstAttemptAt.getTime() > SAFE_TO_REPEAT_MS)
    return "outcome_never_known";
  const { emailKey } = message.person;
  const suppressed = await tx.mailSuppression.findUnique({
    where: { emailKey },
    select: { emailKey: true },
  });
  return suppressed ? "address_suppressed" : undefined;
}

async function renderInto(tx: Prisma.TransactionClient, message: Message, school: Settings, now: Date) {
  const { id, kind, person } = message;
  const locale = message.locale as Locale;
  const { link, expiresAt } = await createSetupLink(tx, { personId: person.id, locale, now }, school);
  const mail = await renderMail(kind, locale, detailsOf(message, school, link, expiresAt));
  const payload: MailPayload = {
    from: env.MAIL_FROM ?? `${school.school_name.replace(/[<>",\p{Cc}]/gu, "")} <${school.contact_email}>`,
    to: person.email,
    replyTo: school.contact_email,
    ...mail,
  };
  await tx.mailMessage.update({ where: { id }, data: { payload }, select: { id: true } });
  return payload;
}

function detailsOf(
  { person, enrollment }: Message,
  school: Settings,
  link: string,
  linkExpiresAt: Date,
): MailDetails {
  const guardian = enrollment?.student.guardians[0]?.guardian;
  return {
    school: schoolDetails(school),
    name: person.name ?? undefined,
    student: enrollment ? fullName(enrollment.student) : undefined,
    guardian: guardian && fullName(guardian),
    reference: enrollment?.reference,
    year: enrollment?.schoolYear.year,
    link,
    linkExpiresAt,
  };
}

/** What every message says of the school. */
export const schoolDetails = (school: Settings): MailDetails["school"] => ({
  name: school.school_name,
  email: school.contact_email,
  phone: school.contact_phone,
  address: school.contact_address,
  timeZone: school.time_zone,
});

const fullName = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");
