import { Prisma } from "@/generated/prisma/client";
import type { MailState } from "@/generated/prisma/enums";
import { type MailKind, mailKinds, mailStates } from "@/lib/mail/mail-kinds";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, startOfDay } from "@/lib/platform/dates";
import { isUuid } from "@/lib/platform/schema";

/** Delivery states in groups. */
const mailGroups = {
  waiting: ["queued"],
  left: ["sent", "delayed"],
  arrived: ["delivered"],
  trouble: ["failed", "bounced", "complained"],
} as const satisfies Record<string, MailState[]>;

type MailGroup = keyof typeof mailGroups;

export const mailGroupNames = Object.keys(mailGroups) as MailGroup[];

type KindCounts = { kind: MailKind } & Record<MailGroup, number>;

/** Messages of a day by kind and delivery group (desk 47). */
export async function countMailByKind(actor: Actor, day: Day, timeZone: string): Promise<KindCounts[]> {
  requirePermission(actor, "read");
  const [from, until] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
  // All states, so that the index on state and time is used.
  const states = Prisma.join(mailStates.map((state) => Prisma.sql`${state}::mail_state`));
  const rows = await prisma().$queryRaw<{ kind: MailKind; state: MailState; count: number }[]>`
    select kind::text, state::text, count(*)::int as count from mail_messages
    where state in (${states}) and created_at >= ${from} and created_at < ${until}
    group by 1, 2`;
  const sum = (kind: MailKind, group: MailGroup) =>
    rows
      .filter((row) => row.kind === kind && (mailGroups[group] as readonly MailState[]).includes(row.state))
      .reduce((total, { count }) => total + count, 0);
  return mailKinds
    .filter((kind) => rows.some((row) => row.kind === kind))
    .map((kind) => ({
      kind,
      ...(Object.fromEntries(mailGroupNames.map((group) => [group, sum(kind, group)])) as Record<
        MailGroup,
        number
      >),
    }));
}

const mailColumns = {
  id: true,
  kind: true,
  state: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
  delayedAt: true,
  deliveredAt: true,
  bouncedAt: true,
  complainedAt: true,
  failedAt: true,
  enrollment: { select: { reference: true } },
  person: { select: { name: true, surname: true, email: true } },
} satisfies Prisma.MailMessageSelect;

export type MailRow = Prisma.MailMessageGetPayload<{ select: typeof mailColumns }>;

export type MailFilters = {
  /** Without it all days. */
  day?: Day | undefined;
  kind?: MailKind | undefined;
  group?: MailGroup | undefined;
  after?: string | undefined;
};

const PAGE_SIZE = 50;

/** Messages after a cursor, newest first, by day, kind or group. */
export async function listMail(
  actor: Actor,
  { day, kind, group, after }: MailFilters,
  timeZone: string,
): Promise<{ messages: MailRow[]; next: string | undefined }> {
  requirePermission(actor, "read");
  const rows = await prisma().mailMessage.findMany({
    where: {
      state: { in: [...(group ? mailGroups[group] : mailStates)] },
      ...(kind && { kind }),
      ...(day && {
        createdAt: { gte: startOfDay(day, timeZone), lt: startOfDay(addDays(day, 1), timeZone) },
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(after && isUuid(after) && { cursor: { id: after }, skip: 1 }),
    take: PAGE_SIZE + 1,
    select: mailColumns,
  });
  const messages = rows.slice(0, PAGE_SIZE);
  return { messages, next: rows.length > PAGE_SIZE ? messages.at(-1)?.id : undefined };
}
