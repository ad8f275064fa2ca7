import { Prisma } from "@/generated/prisma/client";
import {
  createPreviewTable,
  type MailPreview,
  type PreviewInput,
  placeOrFirstChoice,
  previewDecisionMails,
} from "@/lib/decisions/notifications/preview";
import { getYearStudies } from "@/lib/decisions/place";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { countLanguages, createSample, findGroupRecipients } from "@/lib/desk/bulk/mail";
import { type PreviewedDecision, previewDecisions } from "@/lib/desk/bulk/preview-decisions";
import type { BulkDecisionKind, BulkKind } from "@/lib/desk/bulk/schema";
import { getUsualNotifyWhen } from "@/lib/desk/decide/queries";
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
  getCode: (row: SkippedRow) => string;
  /** Number of mails, unless it depends on each row. */
  mails?: number;
  /** A sample mail, of the row at a position where mails depend on the row. */
  sample?: (position: number | undefined) => Promise<MailPreview | undefined>;
  isMailed: (position: number) => boolean;
  languages?: Awaited<ReturnType<typeof countLanguages>>;
  /** Decisions with a place or waiting list, by row position. */
  decisions?: Map<number, PreviewedDecision>;
};

/**
 * What a bulk action would do now (desk 24).
 * @param after cursor in the skipped rows
 * @param from offset in the rows that change
 */
export async function previewBulk(actor: Actor, bulk: BulkAction, after = 0, from = 0) {
  requirePermission(actor, "work_in_bulk");
  const result = await previewKind(actor, bulk);
  const {
    changing,
    getCode,
    sample,
    isMailed,
    languages = [],
    decisions = new Map<number, PreviewedDecision>(),
  } = result;
  const [others, rows] = await Promise.all([
    listSkipped(bulk, changing, after),
    readChanging(bulk, changing),
  ]);
  const page = others.slice(0, REPORT_PAGE);
  const table = await createPreviewTable(
    rows.map((row) => ({ ...row, ...decisions.get(row.position)?.place })),
    { after: from, isMailed: ({ position }) => isMailed(position) },
  );
  const sampleRow =
    table.rows.find(({ languages, problem }) => languages.length > 0 && !problem) ?? table.rows[0];
  return {
    changes: changing.length,
    /** A page of rows that the action skips, with the code of the blocker. */
    cannot: page.map((row) => ({ code: getCode(row), reference: row.reference, student: row.student })),
    cannotInAll: bulk.count - changing.length,
    next: others.length > REPORT_PAGE ? page.at(-1)?.position : undefined,
    mails: result.mails ?? table.mails,
    table,
    places: bulk.kind === "accepted" ? await listOccupiedPlaces(actor, [...decisions.values()]) : [],
    sample: await sample?.(sampleRow?.position),
    languages,
  };
}

/** The enrollments that would change, with place or first choice. */
const readChanging = ({ id }: BulkAction, changing: number[]) =>
  prisma().$queryRaw<(PreviewInput & { position: number })[]>`
    select b.position, e.reference, e.student_id::text as "studentId", e.school_year_id as "schoolYearId",
      ${placeOrFirstChoice(Prisma.sql`e.assigned_speciality_id`, Prisma.sql`e.assigned_syllabus_id`)}
    from bulk_rows b join enrollments e on e.id = b.enrollment_id
    where b.bulk_id = ${id}::uuid and b.position in (select unnest(${changing}::int[])) order by b.position`;

export const countChanges = async (actor: Actor, bulk: BulkAction): Promise<number> =>
  (await previewKind(actor, bulk)).changing.length;

/** Options of a bulk form; places only when all rows are of one school year. */
export async function getBulkOptions(actor: Actor, bulk: BulkAction, kind: BulkKind, locale: Locale) {
  const { id } = bulk;
  const [years, reasons, labels, school, readers] = await Promise.all([
    prisma().schoolYear.findMany({
      where: { enrollments: { some: { bulkRows: { some: { bulkId: id } } } } },
      select: { id: true },
    }),
    listOfferedReasons(),
    listLabels(actor),
    getSettings(),
    kind === "write" ? countRecipientsByLanguage(id) : { es: 0, ca: 0, en: 0 },
  ]);
  const [year, otherYear] = years;
  const places = year && !otherYear ? await getYearStudies(year.id) : { specialities: [], syllabi: [] };
  return {
    ...places,
    freePlaces:
      kind === "accepted"
        ? await listNamedFreeWithWaiting(
            actor,
            years.map(({ id }) => id),
          )
        : [],
    letter: { school: school.default_locale, readers },
    labels,
    minutes: school.decision_hold_minutes,
    tell: bulk.kind || !year || otherYear ? bulk.input.tell : await getUsualNotifyWhen(year.id),
    reasons: reasons
      .filter(({ offeredFor }) => offeredFor.some((state) => state === kind))
      .map((reason) => ({ code: reason.code, text: reason[locale] })),
  };
}

type SkippedRow = { position: number; changed: boolean; reference: string; student: string };

const listSkipped = ({ id }: BulkAction, changing: number[], after: number) =>
  prisma().$queryRaw<SkippedRow[]>`
    select b.position, b.version <> e.version as changed, e.reference, concat_ws(' ', s.name, s.surname) as student
    from (
      select position, version, enrollment_id from bulk_rows
      where bulk_id = ${id}::uuid and position > ${after} and position not in (select unnest(${changing}::int[]))
      order by position limit ${REPORT_PAGE + 1}) b
    join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
    order by b.position`;

function previewKind(actor: Actor, bulk: BulkAction): Promise<PreviewResult> | PreviewResult {
  if (bulk.kind === null) return { changing: [], getCode: () => "not_allowed", isMailed: () => false };
  if (bulk.kind === "label") return previewLabel(bulk);
  if (bulk.kind === "resend") return previewResend(bulk);
  if (bulk.kind === "write") return previewGroupMail(bulk);
  return previewDecision(actor, bulk, bulk.kind);
}

/** Previews the rows whose state allows the decision; the others are blocked or changed after the selection. */
async function previewDecision(actor: Actor, bulk: BulkAction, to: BulkDecisionKind): Promise<PreviewResult> {
  const results = await previewDecisions(actor, bulk, to);
  const codes = new Map(results.flatMap((row) => ("code" in row ? [[row.position, row.code] as const] : [])));
  const rows = new Map(results.flatMap((row) => ("decision" in row ? [[row.position, row] as const] : [])));
  return {
    changing: [...rows.keys()],
    getCode: ({ position, changed }) =>
      codes.get(position) ?? (changed ? "changed_meanwhile" : "not_allowed"),
    isMailed: (position) => rows.get(position)?.isSilent === false,
    sample: async (position = 0) => {
      const row = rows.get(position);
      return row && !row.isSilent ? (await previewDecisionMails(row.decision))[0] : undefined;
    },
    decisions:
      to === "rejected"
        ? undefined
        : new Map([...rows].map(([position, { decision }]) => [position, decision])),
  };
}

async function listOccupiedPlaces(actor: Actor, decisions: PreviewedDecision[]): Promise<OccupiedPlace[]> {
  const years = Map.groupBy(decisions, ({ enrollment }) => enrollment.schoolYearId);
  const placesByYear = [...years].map(([year, yearDecisions]) =>
    readOccupiedPlaces(
      actor,
      year,
      yearDecisions.map(({ place }) => place),
    ),
  );
  return (await Promise.all(placesByYear)).flat();
}

async function previewGroupMail({ id, input }: BulkAction): Promise<PreviewResult> {
  const { recipients, unreachable } = await findGroupRecipients(prisma(), id, input);
  const positions = recipients.flatMap(({ rows }) => rows.map(({ position }) => position));
  const [first] = recipients;
  return {
    changing: [...new Set(positions)].sort((a, b) => a - b),
    getCode: ({ position }) => unreachable.get(position) ?? "no_mailbox",
    mails: recipients.length,
    isMailed: () => true,
    sample: async () => first && createSample(input, first),
    languages: await countLanguages(input, recipients),
  };
}

async function previewLabel({ id: bulkId, input }: BulkAction): Promise<PreviewResult> {
  const nameKey = (input.label ?? "").toLowerCase();
  const changing = await listPositions(Prisma.sql`
    select b.position from bulk_rows b where b.bulk_id = ${bulkId}::uuid and b.enrollment_id not in (
      select l.enrollment_id from enrollment_labels l join labels on labels.id = l.label_id
      where labels.name_key = ${nameKey})
    order by b.position`);
  return { changing, getCode: () => "had_it", isMailed: () => false };
}

async function previewResend({ id: bulkId }: BulkAction): Promise<PreviewResult> {
  const undelivered = Map.groupBy(await listUndeliveredOfBulk(bulkId), ({ position }) => position);
  const changing: number[] = [];
  const sent = new Set<string>(); // A message about several rows is sent once, with the first.
  for (const [position, messages] of undelivered) {
    const resendable = messages.filter(({ id, suppressed }) => !suppressed && !sent.has(id));
    for (const { id } of resendable) sent.add(id);
    if (resendable.length > 0) changing.push(position);
  }
  const getCode = ({ position }: SkippedRow) =>
    undelivered.get(position)?.some(({ id }) => !sent.has(id)) ? "bounces" : "nothing_to_resend";
  return { changing, getCode, mails: sent.size, isMailed: () => true };
}

async function listPositions({ text, values }: Prisma.Sql): Promise<number[]> {
  const { rows } = await getPool().query<[number]>({ text, values, rowMode: "array" });
  return rows.map(([position]) => position);
}

async function countRecipientsByLanguage(bulkId: string): Promise<Record<Locale, number>> {
  const placeholderText = { subject_es: "-", text_es: "-" };
  const { recipients } = await findGroupRecipients(prisma(), bulkId, placeholderText);
  const counts: Record<Locale, number> = { es: 0, ca: 0, en: 0 };
  for (const { reader } of recipients) counts[reader.locale] += 1;
  return counts;
}
