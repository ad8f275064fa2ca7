import { Prisma } from "@/generated/prisma/client";
import type { MailState } from "@/generated/prisma/enums";
import { type MailKind, mailKinds, mailStates } from "@/lib/mail/mail-kinds";
import { getMailInterruption } from "@/lib/mail/pause";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { isUuid } from "@/lib/platform/schema";
import { whereInDays } from "@/lib/school/settings";

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
export async function countMailByKind(actor: Actor, day: Day): Promise<KindCounts[]> {
  requirePermission(actor, "read");
  const { gte, lt } = await whereInDays({ from: day, until: day });
  // All states, so that the index on state and time is used.
  const states = Prisma.join(mailStates.map((state) => Prisma.sql`${state}::mail_state`));
  const rows = await prisma().$queryRaw<{ kind: MailKind; state: MailState; count: number }[]>`
    select kind::text, state::text, count(*)::int as count from mail_messages
    where state in (${states}) and created_at >= ${gte} and created_at < ${lt}
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
): Promise<{ messages: MailRow[]; next: string | undefined }> {
  requirePermission(actor, "read");
  const rows = await prisma().mailMessage.findMany({
    where: {
      state: { in: [...(group ? mailGroups[group] : mailStates)] },
      ...(kind && { kind }),
      ...(day && { createdAt: await whereInDays({ from: day, until: day }) }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(after && isUuid(after) && { cursor: { id: after }, skip: 1 }),
    take: PAGE_SIZE + 1,
    select: mailColumns,
  });
  const messages = rows.slice(0, PAGE_SIZE);
  return { messages, next: rows.length > PAGE_SIZE ? messages.at(-1)?.id : undefined };
}

type SuppressedAddress = {
  address: string;
  reason: "bounced" | "complained";
  since: Date;
  /** Null when nobody has the address any more. */
  name: string | null;
  references: string[];
};

const MAX_ADDRESSES = 200;

/** Addresses that bounced or complained, newest first (desk 47). */
export function listSuppressedAddresses(actor: Actor): Promise<SuppressedAddress[]> {
  requirePermission(actor, "read");
  return prisma().$queryRaw<SuppressedAddress[]>`
    select s.email_key as address, s.reason, s.created_at as since,
      nullif(trim(concat_ws(' ', p.name, p.surname)), '') as name,
      array(select distinct e.reference from enrollments e
        left join guardianships g on g.student_id = e.student_id
        where e.student_id = p.id or g.guardian_id = p.id order by 1 limit 5) as references
    from mail_suppressions s left join people p on p.email_key = s.email_key
    order by s.created_at desc, s.email_key limit ${MAX_ADDRESSES}`;
}

/** Why no mail is sent, since when, and how many wait; undefined when it is sent. */
export async function readMailInterruption(actor: Actor) {
  requirePermission(actor, "read");
  const interruption = await getMailInterruption();
  if (!interruption) return;
  const [waiting, names] = await Promise.all([
    prisma().mailMessage.count({ where: { state: "queued" } }),
    readMemberNames([interruption.pausedBy ?? null]),
  ]);
  /** `pausedBy`: the name of the member who paused it; `waiting`: the number of messages. */
  return { ...interruption, pausedBy: names.get(interruption.pausedBy ?? null), waiting };
}
