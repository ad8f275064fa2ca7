import { Prisma } from "@/generated/prisma/client";
import { type Day, dayIn } from "@/lib/dates";
import { countReaders, MAY_HEAR } from "@/lib/decisions/messages";
import { NOWHERE } from "@/lib/decisions/place";
import { type PreviewedMail, previewDecision } from "@/lib/decisions/preview";
import { currentReasons } from "@/lib/decisions/reasons";
import { toldPlaces } from "@/lib/decisions/record-decision";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { statesBefore } from "@/lib/decisions/transitions";
import { deciderOf } from "@/lib/decisions/who";
import { isSamePlace, type Place } from "@/lib/places/limits";
import { pool, prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { type Actor, demand } from "@/lib/staff/rights";
import { type Forecast, forecast } from "./forecast";
import { type Foreseen, foreseenRows } from "./foresee";
import { type DecidingKind, decides } from "./input";
import { yearPlacesOf } from "./moving-places";
import { lostOfBulk } from "./resend-lost";
import { type Bulk, REPORT_PAGE } from "./show";

export type BulkPreview = {
  changes: number;
  /** A page of the enrollments that it cannot be done with, and the code of what stands in the way. */
  cannot: { code: string; reference: string; student: string }[];
  cannotInAll: number;
  /** The position that the next page of them follows, if there is one. */
  next: number | undefined;
  mails: number;
  /** One of the mails, as it would be sent. */
  sample: PreviewedMail | undefined;
};

/** What was looked at: the rows that it would change, by their positions, and what keeps it from the others. */
type Looked = {
  changing: number[];
  codesOf: (positions: number[]) => Promise<string[]>;
  mails: number;
  /** The first that somebody is told of, and the place that it would get. */
  first?: { id: string; place: Place } | undefined;
};

/**
 * What a bulk action would do as things stand now, before anybody has said that it shall (desk 24).
 * @param after the position that the page of those that it cannot be done with follows
 */
export async function previewBulk(actor: Actor, bulk: Bulk, after = 0): Promise<BulkPreview> {
  demand(actor, "work_in_bulk");
  const { changing, codesOf, mails, first } = await lookAt(actor, bulk);
  const left = await leftOut(bulk, changing, after);
  const page = left.slice(0, REPORT_PAGE);
  const codes = await codesOf(page.map(({ position }) => position));
  return {
    changes: changing.length,
    cannot: page.map(({ position: _, ...row }, at) => ({ code: codes[at] as string, ...row })),
    cannotInAll: bulk.count - changing.length,
    next: left.length > REPORT_PAGE ? page.at(-1)?.position : undefined,
    mails,
    sample: first && (await sampleOf(actor, bulk, first)),
  };
}

type LeftOut = { position: number; reference: string; student: string };

const leftOut = ({ id }: Bulk, changing: number[], after: number) =>
  prisma().$queryRaw<LeftOut[]>`
    select b.position, e.reference, concat_ws(' ', s.name, s.surname) as student
    from bulk_rows b join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
    where b.bulk_id = ${id}::uuid and b.position > ${after} and b.position <> all(${changing}::int[])
    order by b.position limit ${REPORT_PAGE + 1}`;

function lookAt(actor: Actor, bulk: Bulk): Promise<Looked> | Looked {
  if (bulk.kind === null) return { changing: [], codesOf: always("not_allowed"), mails: 0 };
  if (bulk.kind === "label") return lookAtLabel(bulk);
  if (bulk.kind === "resend") return lookAtLost(bulk);
  return lookAtDecision(actor, bulk, bulk.kind);
}

const always = (code: string) => async (positions: number[]) => positions.map(() => code);

/** Judges those that can come to it from where they stand; of the others, which may be nearly all, those of the page. */
async function lookAtDecision(actor: Actor, { id: bulkId, input }: Bulk, to: DecidingKind): Promise<Looked> {
  const { second_guardian, time_zone } = await settings();
  const answerNeeded = second_guardian === "required";
  const needed = { wishes: to !== "rejected", answers: answerNeeded };
  const rows = await foreseenRows(bulkId, needed, { states: statesBefore(to) });
  const places = await yearPlacesOf([...new Set(rows.map(({ schoolYearId }) => schoolYearId))]);
  const asked = { to, who: deciderOf(actor), input, answerNeeded, reasons: await currentReasons() };
  const { placed, codes } = parted(rows, await forecast(rows, places, asked));
  const codesOf = async (positions: number[]) => {
    const unknown = positions.filter((position) => !codes.has(position));
    const others = await foreseenRows(bulkId, needed, { positions: unknown });
    const further = parted(others, await forecast(others, places, asked)).codes;
    return positions.map((position) => codes.get(position) ?? further.get(position) ?? "failed");
  };

  const told = await toldPlaces(placed.flatMap(({ id, state }) => (state === to ? [id] : [])));
  const toTell = placed.filter(
    ({ id, state, place }) => state !== to || !isSamePlace(place, told.get(id) ?? NOWHERE),
  );
  const positions = toTell.map(({ position }) => position);
  const readers = await readersOf(bulkId, positions, dayIn(time_zone));
  const first = readers.findIndex((count) => count > 0);
  return {
    changing: placed.map(({ position }) => position),
    codesOf,
    mails: readers.reduce((sum, count) => sum + count, 0),
    first: toTell[first],
  };
}

/** Who gets which place, and what keeps it from the others, by their positions. */
function parted(rows: Foreseen[], foreseen: Forecast[]) {
  const codes = new Map<number, string>();
  const placed: (Pick<Foreseen, "position" | "id" | "state"> & { place: Place })[] = [];
  for (const [at, { position, id, state }] of rows.entries()) {
    const one = foreseen[at] as Forecast;
    if ("code" in one) codes.set(position, one.code);
    else placed.push({ position, id, state, place: one.place });
  }
  return { codes, placed };
}

async function lookAtLabel({ id: bulkId, input }: Bulk): Promise<Looked> {
  const nameKey = (input.label ?? "").toLowerCase();
  const changing = await positionsOf(Prisma.sql`
    select b.position from bulk_rows b where b.bulk_id = ${bulkId}::uuid and b.enrollment_id not in (
      select l.enrollment_id from enrollment_labels l join labels on labels.id = l.label_id
      where labels.name_key = ${nameKey})
    order by b.position`);
  return { changing, codesOf: always("had_it"), mails: 0 };
}

async function lookAtLost({ id: bulkId }: Bulk): Promise<Looked> {
  const lost = Map.groupBy(await lostOfBulk(bulkId), ({ position }) => position);
  const changing: number[] = [];
  const sent = new Set<string>(); // one that is about several of them goes out once, with the first
  for (const [position, own] of lost) {
    const going = own.filter(({ id, suppressed }) => !suppressed && !sent.has(id));
    for (const { id } of going) sent.add(id);
    if (going.length > 0) changing.push(position);
  }
  const bounces = (position: number) =>
    lost.get(position)?.some(({ id }) => !sent.has(id)) ? "bounces" : "nothing_to_resend";
  return { changing, codesOf: async (positions) => positions.map(bounces), mails: sent.size };
}

async function positionsOf({ text, values }: Prisma.Sql): Promise<number[]> {
  const { rows } = await pool().query<[number]>({ text, values, rowMode: "array" });
  return rows.map(([position]) => position);
}

type Addresses = [born: Day | null, email: string, guardians: string[] | null];

/** How many are told of each of these rows, in their order. */
async function readersOf(bulkId: string, told: number[], today: Day): Promise<number[]> {
  const { text, values } = Prisma.sql`
    with told as materialized (
      select b.position, e.student_id from bulk_rows b join enrollments e on e.id = b.enrollment_id
      where b.bulk_id = ${bulkId}::uuid and b.position = any(${told}::int[])
    ), hear as (
      select g.student_id, array_agg(p.email) as emails from guardianships g join people p on p.id = g.guardian_id
      where ${MAY_HEAR} and g.student_id in (select student_id from told) group by g.student_id
    )
    select s.birth_date::text, s.email, hear.emails from told
    join people s on s.id = told.student_id left join hear on hear.student_id = s.id
    order by told.position`;
  const { rows } = await pool().query<Addresses>({ text, values, rowMode: "array" });
  return rows.map(([born, email, guardians]) =>
    countReaders({ born, email, guardians: guardians ?? [] }, today),
  );
}

async function sampleOf(actor: Actor, { kind, input }: Bulk, { id, place }: NonNullable<Looked["first"]>) {
  if (!kind || !decides(kind)) return;
  const { tell: _, label: __, ...said } = input;
  const { reference } = await prisma().enrollment.findUniqueOrThrow({
    where: { id },
    select: { reference: true },
  });
  const decision = {
    ...said,
    reference,
    to: kind,
    specialityId: place.specialityId ?? undefined,
    syllabusId: place.syllabusId ?? undefined,
  };
  try {
    return (await previewDecision(decision, actor))[0];
  } catch (error) {
    if (error instanceof DecisionRefusal) return; // somebody has changed it since the rows were read
    throw error;
  }
}
