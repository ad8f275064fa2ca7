import { type Day, dayIn } from "@/lib/dates";
import { countReaders, MAY_HEAR } from "@/lib/decisions/messages";
import { type PreviewedMail, previewDecision } from "@/lib/decisions/preview";
import { currentReasons } from "@/lib/decisions/reasons";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { deciderOf } from "@/lib/decisions/who";
import type { Place } from "@/lib/places/limits";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { type Actor, demand } from "@/lib/staff/rights";
import { forecast } from "./forecast";
import { type Foreseen, foreseenRows, yearPlacesOf } from "./foresee";
import { decides } from "./input";
import { lostMessages } from "./resend-lost";
import type { Bulk } from "./show";

export type BulkPreview = {
  changes: number;
  /** Enrollments that it cannot be done with, and the code of what stands in the way. */
  cannot: { code: string; reference: string; student: string }[];
  mails: number;
  /** One of the mails, as it would be sent. */
  sample: PreviewedMail | undefined;
};

type Looked = { code?: string; place?: Place; mails: number };

/** What a bulk action would do as things stand now, before anybody has said that it shall (desk 24). */
export async function previewBulk(actor: Actor, bulk: Bulk): Promise<BulkPreview> {
  demand(actor, "work_in_bulk");
  const rows = await foreseenRows(bulk.id);
  const looked = await lookAt(actor, bulk, rows);
  const pairs = rows.map((row, at) => ({ row, ...(looked[at] as Looked) }));
  const changing = pairs.filter(({ code }) => code === undefined);
  const first = changing.find(({ mails }) => mails > 0);
  return {
    changes: changing.length,
    cannot: pairs.flatMap(({ row: { reference, student }, code }) =>
      code ? [{ code, reference, student }] : [],
    ),
    mails: changing.reduce((sum, { mails }) => sum + mails, 0),
    sample: first && (await sampleOf(actor, bulk, first.row, first.place)),
  };
}

async function lookAt(actor: Actor, { id: bulkId, kind, input }: Bulk, rows: Foreseen[]): Promise<Looked[]> {
  if (kind === null) return rows.map(() => ({ code: "not_allowed", mails: 0 }));
  if (decides(kind)) {
    const places = await yearPlacesOf([...new Set(rows.map(({ schoolYearId }) => schoolYearId))]);
    const { second_guardian, time_zone } = await settings();
    const readers = await readersOf(bulkId, dayIn(time_zone));
    const answerNeeded = second_guardian === "required";
    const reasons = await currentReasons();
    const asked = { to: kind, who: deciderOf(actor), input, answerNeeded, reasons };
    return (await forecast(rows, places, asked)).map((found, at) => {
      const row = rows[at] as Foreseen;
      return { ...found, mails: row.state === kind ? 0 : (readers.get(row.id) ?? 0) };
    });
  }
  const ids = rows.map(({ id }) => id);
  if (kind === "label") {
    const nameKey = (input.label ?? "").toLowerCase();
    const labelled = await prisma().enrollmentLabel.findMany({
      where: { enrollment: { bulkRows: { some: { bulkId } } }, label: { nameKey } },
      select: { enrollmentId: true },
    });
    const had = new Set(labelled.map(({ enrollmentId }) => enrollmentId));
    return rows.map(({ id }) => ({ ...(had.has(id) && { code: "had_it" }), mails: 0 }));
  }
  const lost = Map.groupBy(await lostMessages(prisma(), ids), ({ enrollmentId }) => enrollmentId);
  const sent = new Set<string>(); // one that is about several of them goes out once, with the first
  return rows.map(({ id: enrollmentId }) => {
    const own = (lost.get(enrollmentId) ?? []).filter(({ id }) => !sent.has(id));
    const going = own.filter(({ suppressed }) => !suppressed);
    for (const { id } of going) sent.add(id);
    const mails = going.length;
    if (mails > 0) return { mails };
    return { code: own.length > 0 ? "bounces" : "nothing_to_resend", mails };
  });
}

type Addresses = Parameters<typeof countReaders>[0] & { id: string };

/** How many are told of each. */
async function readersOf(bulkId: string, today: Day): Promise<Map<string, number>> {
  const found = await prisma().$queryRaw<Addresses[]>`
    select e.id, s.email, s.birth_date as "birthDate", array(
      select p.email from guardianships g join people p on p.id = g.guardian_id
      where g.student_id = s.id and ${MAY_HEAR}) as guardians
    from bulk_rows b join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
    where b.bulk_id = ${bulkId}::uuid`;
  return new Map(found.map((row) => [row.id, countReaders(row, today)]));
}

async function sampleOf(actor: Actor, { kind, input }: Bulk, row: Foreseen, place: Place | undefined) {
  if (!kind || !decides(kind)) return;
  const { tell: _, label: __, ...said } = input;
  const decision = {
    ...said,
    reference: row.reference,
    to: kind,
    specialityId: place?.specialityId ?? undefined,
    syllabusId: place?.syllabusId ?? undefined,
  };
  try {
    return (await previewDecision(decision, actor))[0];
  } catch (error) {
    if (error instanceof DecisionRefusal) return; // somebody has changed it since the rows were read
    throw error;
  }
}
