import { Prisma } from "@/generated/prisma/client";
import {
  createPreviewTable,
  type MailPreview,
  type Previewed,
  placeOrFirstChoice,
  previewDecisionMails,
} from "@/lib/decisions/notifications/preview";
import { getYearStudies } from "@/lib/decisions/place";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { getNotifyDelayMinutes } from "@/lib/decisions/writes";
import { countLanguages, createSample, findGroupRecipients, type LanguageCount } from "@/lib/desk/bulk/mail";
import { type TriedDecision, tryDecisions } from "@/lib/desk/bulk/preview-decisions";
import type { BulkDecisionKind, BulkKind } from "@/lib/desk/bulk/schema";
import { listLabels } from "@/lib/desk/labels/verbs";
import { listNamedFreeWithWaiting, type OccupiedPlace, readOccupiedPlaces } from "@/lib/desk/places/queries";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";
import { type BulkAction, listUndeliveredOfBulk, REPORT_PAGE } from "./queries";

/** The rows that would change, by position, and the blockers of the others. */
type PreviewResult = {
  changing: number[];
  codeOf: (row: LeftOut) => string;
  /** Number of mails, unless it depends on each row. */
  mails?: number;
  /** A sample mail, of the row at a position where mails depend on the row. */
  sample?: (position: number | undefined) => Promise<MailPreview | undefined>;
  isMailed: (position: number) => boolean;
  languages?: LanguageCount[];
  /** Decisions with a place or waiting list, by row position. */
  given?: Map<number, TriedDecision>;
};

/**
 * What a bulk action would do now (desk 24).
 * @param after cursor in the skipped rows
 * @param from offset in the rows that change
 */
export async function previewBulk(actor: Actor, bulk: BulkAction, after = 0, from = 0) {
  requirePermission(actor, "work_in_bulk");
  const done = await previewKind(actor, bulk);
  const {
    changing,
    codeOf,
    sample,
    isMailed,
    languages = [],
    given = new Map<number, TriedDecision>(),
  } = done;
  const [left, rows] = await Promise.all([leftOut(bulk, changing, after), readChanging(bulk, changing)]);
  const page = left.slice(0, REPORT_PAGE);
  const table = await createPreviewTable(
    rows.map((row) => ({ ...row, ...given.get(row.position)?.place })),
    { after: from, isMailed: ({ position }) => isMailed(position) },
  );
  const sampled =
    table.rows.find(({ languages, problem }) => languages.length > 0 && !problem) ?? table.rows[0];
  return {
    changes: changing.length,
    /** A page of rows that the action skips, with the code of the blocker. */
    cannot: page.map((row) => ({ code: codeOf(row), reference: row.reference, student: row.student })),
    cannotInAll: bulk.count - changing.length,
    next: left.length > REPORT_PAGE ? page.at(-1)?.position : undefined,
    mails: done.mails ?? table.mails,
    table,
    places: bulk.kind === "accepted" ? await placesOf(actor, [...given.values()]) : [],
    sample: await sample?.(sampled?.position),
    languages,
  };
}

/** The enrollments that would change, with place or first choice. */
const readChanging = ({ id }: BulkAction, changing: number[]) =>
  prisma().$queryRaw<(Previewed & { position: number })[]>`
    select b.position, e.reference, e.student_id::text as "studentId", e.school_year_id as "schoolYearId",
      ${placeOrFirstChoice(Prisma.sql`e.assigned_speciality_id`, Prisma.sql`e.assigned_syllabus_id`)}
    from bulk_rows b join enrollments e on e.id = b.enrollment_id
    where b.bulk_id = ${id}::uuid and b.position in (select unnest(${changing}::int[])) order by b.position`;

export const countChanges = async (actor: Actor, bulk: BulkAction): Promise<number> =>
  (await previewKind(actor, bulk)).changing.length;

/** Options of a bulk form; places only when all rows are of one school year. */
export async function getBulkOptions(actor: Actor, { id }: BulkAction, kind: BulkKind, locale: Locale) {
  const [years, reasons, labels, minutes, school, readers] = await Promise.all([
    prisma().schoolYear.findMany({
      where: { enrollments: { some: { bulkRows: { some: { bulkId: id } } } } },
      select: { id: true },
    }),
    listOfferedReasons(),
    listLabels(actor),
    getNotifyDelayMinutes(),
    getSettings(),
    kind === "write" ? countRecipientsByLanguage(id) : { es: 0, ca: 0, en: 0 },
  ]);
  const [year, other] = years;
  const places = year && !other ? await getYearStudies(year.id) : { specialities: [], syllabi: [] };
  return {
    ...places,
    waitedFor:
      kind === "accepted"
        ? await listNamedFreeWithWaiting(
            actor,
            years.map(({ id }) => id),
          )
        : [],
    letter: { school: school.default_locale, readers },
    labels,
    minutes,
    reasons: reasons
      .filter(({ offeredFor }) => offeredFor.some((state) => state === kind))
      .map((reason) => ({ code: reason.code, words: reason[locale] })),
  };
}

type LeftOut = { position: number; changed: boolean; reference: string; student: string };

const leftOut = ({ id }: BulkAction, changing: number[], after: number) =>
  prisma().$queryRaw<LeftOut[]>`
    select b.position, b.version <> e.version as changed, e.reference, concat_ws(' ', s.name, s.surname) as student
    from (
      select position, version, enrollment_id from bulk_rows
      where bulk_id = ${id}::uuid and position > ${after} and position not in (select unnest(${changing}::int[]))
      order by position limit ${REPORT_PAGE + 1}) b
    join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
    order by b.position`;

function previewKind(actor: Actor, bulk: BulkAction): Promise<PreviewResult> | PreviewResult {
  if (bulk.kind === null) return { changing: [], codeOf: () => "not_allowed", isMailed: () => false };
  if (bulk.kind === "label") return lookAtLabel(bulk);
  if (bulk.kind === "resend") return lookAtLost(bulk);
  if (bulk.kind === "write") return lookAtLetter(bulk);
  return lookAtDecision(actor, bulk, bulk.kind);
}

/** Previews the rows whose state allows the decision; the others are blocked or changed after the selection. */
async function lookAtDecision(actor: Actor, bulk: BulkAction, to: BulkDecisionKind): Promise<PreviewResult> {
  const tried = await tryDecisions(actor, bulk, to);
  const codes = new Map(tried.flatMap((row) => ("code" in row ? [[row.position, row.code] as const] : [])));
  const done = new Map(tried.flatMap((row) => ("checked" in row ? [[row.position, row] as const] : [])));
  return {
    changing: [...done.keys()],
    codeOf: ({ position, changed }) => codes.get(position) ?? (changed ? "changed_meanwhile" : "not_allowed"),
    isMailed: (position) => done.get(position)?.silent === false,
    sample: async (position = 0) => {
      const row = done.get(position);
      return row && !row.silent ? (await previewDecisionMails(row.checked))[0] : undefined;
    },
    given:
      to === "rejected"
        ? undefined
        : new Map([...done].map(([position, { checked }]) => [position, checked])),
  };
}

async function placesOf(actor: Actor, given: TriedDecision[]): Promise<OccupiedPlace[]> {
  const years = Map.groupBy(given, ({ standing }) => standing.schoolYearId);
  const all = [...years].map(([year, own]) =>
    readOccupiedPlaces(
      actor,
      year,
      own.map(({ place }) => place),
    ),
  );
  return (await Promise.all(all)).flat();
}

async function lookAtLetter({ id, input }: BulkAction): Promise<PreviewResult> {
  const { recipients, unreached } = await findGroupRecipients(prisma(), id, input);
  const positions = recipients.flatMap(({ rows }) => rows.map(({ position }) => position));
  const [first] = recipients;
  return {
    changing: [...new Set(positions)].sort((one, other) => one - other),
    codeOf: ({ position }) => unreached.get(position) ?? "no_mailbox",
    mails: recipients.length,
    isMailed: () => true,
    sample: async () => first && createSample(input, first),
    languages: await countLanguages(input, recipients),
  };
}

async function lookAtLabel({ id: bulkId, input }: BulkAction): Promise<PreviewResult> {
  const nameKey = (input.label ?? "").toLowerCase();
  const changing = await positionsOf(Prisma.sql`
    select b.position from bulk_rows b where b.bulk_id = ${bulkId}::uuid and b.enrollment_id not in (
      select l.enrollment_id from enrollment_labels l join labels on labels.id = l.label_id
      where labels.name_key = ${nameKey})
    order by b.position`);
  return { changing, codeOf: () => "had_it", isMailed: () => false };
}

async function lookAtLost({ id: bulkId }: BulkAction): Promise<PreviewResult> {
  const lost = Map.groupBy(await listUndeliveredOfBulk(bulkId), ({ position }) => position);
  const changing: number[] = [];
  const sent = new Set<string>(); // one that is about several of them goes out once, with the first
  for (const [position, own] of lost) {
    const going = own.filter(({ id, suppressed }) => !suppressed && !sent.has(id));
    for (const { id } of going) sent.add(id);
    if (going.length > 0) changing.push(position);
  }
  const codeOf = ({ position }: LeftOut) =>
    lost.get(position)?.some(({ id }) => !sent.has(id)) ? "bounces" : "nothing_to_resend";
  return { changing, codeOf, mails: sent.size, isMailed: () => true };
}

async function positionsOf({ text, values }: Prisma.Sql): Promise<number[]> {
  const { rows } = await getPool().query<[number]>({ text, values, rowMode: "array" });
  return rows.map(([position]) => position);
}

async function countRecipientsByLanguage(bulkId: string): Promise<Record<Locale, number>> {
  const anything = { subject_es: "-", text_es: "-" };
  const { recipients } = await findGroupRecipients(prisma(), bulkId, anything);
  const readers: Record<Locale, number> = { es: 0, ca: 0, en: 0 };
  for (const { reader } of recipients) readers[reader.locale] += 1;
  return readers;
}
