import type { Prisma } from "@/generated/prisma/client";
import { listRequestedCourses } from "@/lib/catalogue/requested-courses";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { getCurrentSandbox, getToday, LIVE } from "@/lib/platform/sandbox";
import { getSchoolLogo } from "@/lib/school/logo";
import {
  getAnswerDeadline,
  getPromisedDay,
  getPublicUrl,
  getSettings,
  type Settings,
} from "@/lib/school/settings";
import { isDeliverable, maskEmail, toEmailKey } from "./addresses";
import { renderMail, renderMailText } from "./content/mail-content";
import type { MailContext } from "./content/mail-context";
import { type MailTexts, readMailTexts } from "./content/mail-texts";
import { failMessage, lockMailSubjects } from "./fail-message";
import { getMailKind, isBelowConsentAge, isDecisionMail, isSetupMail, type MailKind } from "./mail-kinds";
import { createMailLink, getAccountUrl, saveMailLink } from "./mail-link";
import { mailDataSchema } from "./schema";
import { isFamilyMail, isKeptApart } from "./sql";
import { createPayload, type MailPayload, type OutgoingMail } from "./transports";

type MailLink = NonNullable<Awaited<ReturnType<typeof createMailLink>>>;

/** `last_error` of a message that was not sent because of it. */
const KEPT_APART = "kept_apart";

const getMailTexts = createCache("mail sentences", "settings", () => readMailTexts(prisma()));

/** The provider remembers an idempotency key for a day; a later attempt could send a second message. */
const SAFE_TO_REPEAT_MS = 23 * 3600 * 1000;

const columns = {
  id: true,
  kind: true,
  locale: true,
  state: true,
  payload: true,
  tells: true,
  toEmail: true,
  createdAt: true,
  firstAttemptAt: true,
  person: {
    select: { id: true, email: true, name: true, birthDate: true, account: { select: { createdAt: true } } },
  },
  enrollmentId: true,
  enrollment: {
    select: {
      reference: true,
      submissionId: true,
      createdAt: true,
      answerBy: true,
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

type Message = Prisma.MailMessageGetPayload<{ select: typeof columns }>;

/**
 * Renders a queued message at the first attempt; later attempts use the stored payload.
 * @returns undefined when there is nothing to send: deleted, not queued any more, or undeliverable (then `failed`)
 */
export async function prepareMessage(messageId: string, now: Date): Promise<OutgoingMail | undefined> {
  const message = await prisma().mailMessage.findUnique({ where: { id: messageId }, select: columns });
  // Prisma reads the relations after the message; a sandbox reset may delete them in between.
  const isDeleted = !message?.person || (message.enrollmentId && !message.enrollment);
  if (message?.state !== "queued" || isDeleted) return;

  const blocker = await findBlocker(message, now);
  if (blocker) {
    await failMessage(messageId, blocker, now);
    return;
  }
  const payload = (message.payload as MailPayload | null) ?? (await renderAndStore(message, now));
  const { id, kind, locale, createdAt } = message;
  const test = getCurrentSandbox().sandboxId !== LIVE;
  return payload && { id, kind, locale, createdAt, payload, test, toFamily: true };
}

export async function getMailSchool(school: Settings): Promise<MailContext["school"]> {
  return {
    name: school.school_name,
    email: school.contact_email,
    phone: school.contact_phone,
    address: school.contact_address,
    timeZone: school.time_zone,
    color: school.school_color,
    hasLogo: (await getSchoolLogo()) !== undefined,
    sentences: await getMailTexts(),
  };
}

/** Renders a message for a sample family; its link leads to the page for used links. */
export const previewMail = async (kind: MailKind, locale: Locale) =>
  renderMail(kind, locale, await createSampleContext(kind, locale, await getSettings()));

/** Like `previewMail`, as text and with changed texts of the school. */
export async function previewMailText(kind: MailKind, locale: Locale, own?: MailTexts) {
  const details = await createSampleContext(kind, locale, await getSettings());
  const school = { ...details.school, ...(own && { sentences: { ...details.school.sentences, ...own } }) };
  return renderMailText(kind, locale, { ...details, school });
}

async function findBlocker(message: Message, now: Date) {
  const { person, firstAttemptAt, enrollmentId } = message;
  const to = getRecipient(message);
  if (!to || !isDeliverable(to)) return "no_mailbox";
  if (firstAttemptAt && now.getTime() - firstAttemptAt.getTime() > SAFE_TO_REPEAT_MS)
    return "outcome_never_known";
  const suppressed = await prisma().mailSuppression.findFirst({
    where: { emailKey: toEmailKey(to) },
    select: { emailKey: true },
  });
  if (suppressed) return "address_suppressed";
  const { references } = mailDataSchema.optional().parse(message.tells ?? undefined) ?? {};
  return (await isKeptApart({ personId: person.id, enrollmentId, references })) ? KEPT_APART : undefined;
}

/** A message to another address never goes to the person's own, not even when it is sent again. */
const getRecipient = ({ kind, toEmail, person }: Message) =>
  getMailKind(kind).hasOtherRecipient ? toEmail : person.email;

/** Renders outside a transaction, because that is slow; if two workers do it, the first payload is kept. */
async function renderAndStore(message: Message, now: Date): Promise<MailPayload | undefined> {
  const school = await getSettings();
  const { id, kind, person } = message;
  const locale = message.locale as Locale;
  const use = hasLink(message) ? getMailKind(kind).link : undefined;
  const link = use && createMailLink(use, locale, now, school);
  const context = await createMailContext(message, school, link, await findMailEnrollments(message));
  const to = getRecipient(message) ?? person.email;
  const payload = createPayload(school, to, renderMail(kind, locale, context), kind);
  return prisma().$transaction(async (tx) => {
    await lockMailSubjects(tx, id); // the same order of locks as a change of address
    await tx.$queryRaw`select 1 from mail_messages where id = ${id}::uuid for update`;
    const current = await tx.mailMessage.findUnique({
      where: { id },
      select: { state: true, payload: true },
    });
    if (current?.state !== "queued") return;
    if (current.payload) return current.payload as MailPayload;
    if (link) await saveMailLink(tx, { id: person.id, to }, link, now);
    await tx.mailMessage.update({ where: { id }, data: { payload }, select: { id: true } });
    return payload;
  });
}

/** Somebody who had an account before the message gets a link to it instead of one that sets a password. */
const hasLink = ({ kind, person, createdAt }: Message) =>
  !(isSetupMail(kind) && person.account && person.account.createdAt < createdAt);

async function createMailContext(
  message: Message,
  school: Settings,
  link: MailLink | undefined,
  enrollments: MailEnrollment[],
): Promise<MailContext> {
  const { person, enrollment } = message;
  const guardian = enrollment?.student.guardians[0]?.guardian;
  const mailData = mailDataSchema.optional().parse(message.tells ?? undefined);
  const today = getToday(school.time_zone);
  const promised = enrollment ? getPromisedDay(enrollment, school) : undefined;
  return {
    school: await getMailSchool(school),
    young: isBelowConsentAge(person.birthDate, today),
    name: person.name ?? undefined,
    confirmed: person.account !== null && getMailKind(message.kind).link !== "address",
    students: enrollments.map(({ student }) => fullName(student)),
    guardian: guardian && fullName(guardian),
    references: enrollments.map(({ reference }) => reference),
    requested: isSetupMail(message.kind)
      ? await listRequestedCourses(
          enrollments.map(({ reference }) => reference),
          message.locale,
        )
      : undefined,
    year: mailData?.year ?? enrollment?.schoolYear.year,
    // A request that is put back after its day has no day any more.
    answerBy: promised && (isSetupMail(message.kind) || promised >= today) ? promised : undefined,
    address: getMailKind(message.kind).hasOtherRecipient ? maskEmail(person.email) : undefined,
    link: link?.url ?? getAccountUrl(message.locale as Locale),
    linkExpiresAt: link?.expiresAt,
    data: mailData,
  };
}

const fullName = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");

async function createSampleContext(kind: MailKind, locale: Locale, settings: Settings): Promise<MailContext> {
  const about = {
    school: await getMailSchool(settings),
    confirmed: !isSetupMail(kind) && getMailKind(kind).link !== "address",
  };
  const family = {
    students: [kind === "adult_student" ? "Núria Puig Serra" : "Carla Soler Roca"],
    guardian: "Berta Roca Vidal",
    references: ["K7M3QRWX"],
    year: "2026/2027",
    answerBy: getAnswerDeadline(new Date("2026-11-21T09:00:00Z"), settings),
  };
  const { sample = {} } = getMailKind(kind);
  if (isDecisionMail(kind) || getMailKind(kind).isMultiEnrollment) {
    const data = { reader: "guardian" as const, ...sample.data };
    const link = getMailKind(kind).link ? createSpentLink(locale) : { link: getAccountUrl(locale) };
    return { ...about, name: "Berta", ...family, ...link, data };
  }
  return {
    ...about,
    name: sample.name,
    ...(isSetupMail(kind) && family),
    address: maskEmail("berta.roca@example.com"),
    ...createSpentLink(locale),
  };
}

const createSpentLink = (locale: Locale) => ({
  link: `${getPublicUrl()}${toLocalizedPath(locale, `/account-setup/${"preview-".padEnd(43, "x")}`)}`,
  linkExpiresAt: new Date("2026-11-28T09:00:00Z"),
});

type MailEnrollment = { reference: string; student: { name: string | null; surname: string | null } };

/** Excludes guardians who deny being one, and those whom the desk keeps apart. */
const whereCanReceive = {
  deniedAt: null,
  OR: [{ position: 1 }, { keptApart: false }],
} satisfies Prisma.GuardianshipWhereInput;

/**
 * The enrollments that one message is about: every child of the reader that was submitted, asked about or written
 * about together, or has an unanswered place confirmation.
 */
async function findMailEnrollments(message: Message): Promise<MailEnrollment[]> {
  const where = createTogetherFilter(message);
  if (!where) return message.enrollment ? [message.enrollment] : [];
  return prisma().enrollment.findMany({
    where,
    orderBy: [{ createdAt: "asc" }, { student: { birthDate: "asc" } }, { id: "asc" }],
    select: { reference: true, student: { select: { name: true, surname: true } } },
  });
}

/** Undefined for a message about its own enrollment or none. */
function createTogetherFilter({
  kind,
  person,
  enrollment,
  tells,
}: Message): Prisma.EnrollmentWhereInput | undefined {
  if (getMailKind(kind).about === "place") {
    const rights = [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }];
    const guardians = { some: { guardianId: person.id, deniedAt: null, OR: rights } };
    return {
      placeAnswers: { some: { answer: null } },
      OR: [{ studentId: person.id }, { student: { guardians } }],
    };
  }
  if (getMailKind(kind).isMultiEnrollment)
    return { reference: { in: mailDataSchema.parse(tells).references ?? [] } };
  if (!enrollment?.submissionId || !isFamilyMail(kind)) return;
  const guardians = { some: { guardianId: person.id, ...whereCanReceive } };
  return {
    submissionId: enrollment.submissionId,
    OR: [{ reference: enrollment.reference }, { student: { guardians } }],
  };
}
