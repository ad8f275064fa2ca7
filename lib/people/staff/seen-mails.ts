import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import type { StaffSession } from "./sessions";

type Session = Pick<StaffSession, "hash" | "seenMails">;

const noted = (kind: string, day: Day) => `${kind} ${day}`;

/** Whether this session has seen on a day what a kind of mail says, before one was sent (desk 36). */
export const hasReadReceipt = ({ seenMails }: Session, kind: string, day: Day): boolean =>
  seenMails.includes(noted(kind, day));

/** Notes that it has. */
export async function saveReadReceipt(session: Session, kind: string, day: Day): Promise<void> {
  if (hasReadReceipt(session, kind, day)) return;
  const { hash } = session;
  await prisma().staffSession.updateMany({
    where: { hash },
    data: { seenMails: { push: noted(kind, day) } },
  });
}
