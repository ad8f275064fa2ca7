import { formatEuros } from "@/lib/catalogue/course-price";
import { createPriceLookup } from "@/lib/catalogue/requested-courses";
import type { Place } from "@/lib/decisions/place";
import { JOIN_NOTIFIED_PLACE } from "@/lib/enrollment/sql";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { BYTE_ORDER_MARK, toCsvRow, writeXlsx } from "@/lib/platform/files";

/** Smaller counts could identify a person. */
const MIN_COUNT = 5;

export const reportParts = ["instrument", "age", "district"] as const;
type ReportPart = (typeof reportParts)[number];

export const reportCounts = ["asked", "admitted", "waiting"] as const;
type ReportCounts<Value> = Record<(typeof reportCounts)[number], Value>;

/** Without names; counts that could identify somebody are undefined. */
type MaskedCounts = ReportCounts<number | undefined>;

type ReportRow = {
  /** A speciality, the index of an age group, a postal code; null without one, "others" for the rest. */
  name: string | null;
  /** Places of an instrument; undefined without a limit. */
  places?: number | undefined;
  /** In cents; null if none is known, undefined if hidden. */
  fees?: number | null | undefined;
  now: MaskedCounts;
  before: MaskedCounts;
};

export type TownReport = NonNullable<Awaited<ReturnType<typeof readTownReport>>>;

/** Lower bounds of the age groups at the start of the school year; the first group is below. */
const ageGroups = [6, 8, 12, 18, 30, 65];

const OTHERS = "others";

/**
 * The municipal report: requests, places, admitted and waiting by instrument, age and postal code, as notified, with
 * the year before (desk 40). Duplicates count once.
 * @param exact includes small counts, which must not be in a file; for staff who set places
 */
export async function readTownReport(actor: Actor, schoolYearId: number, { exact = false } = {}) {
  requirePermission(actor, exact ? "set_places" : "read");
  const [year, previousYear] = await findYears(schoolYearId);
  if (!year) return;
  const [counts, places, { fees, hasUnknown }] = await Promise.all([
    readCounts([year.id, previousYear?.id ?? 0]),
    readPlaces(year.id),
    readFees(year.id),
  ]);
  const filterByPart = (part: ReportPart) => counts.filter((row) => row.part === part);
  const toRows = (part: ReportPart) => joinYears(filterByPart(part), year.id);
  const toShown = (rows: Row[]): ReportRow[] => (exact ? rows : hideSmallRows(rows));
  const parts: Record<ReportPart, ReportRow[]> = {
    instrument: toShown(toRows("instrument")).map((row) => ({
      ...row,
      places: places.get(row.name ?? ""),
      fees: row.now.admitted === undefined ? undefined : (fees.get(row.name) ?? null),
    })),
    age: toShown(toRows("age")),
    district: toShown(exact ? toRows("district") : mergeSmallRows(toRows("district"))),
  };
  const [total] = toShown([sumRows(toRows("age"), null)]);
  const placeCounts = [...places.values()];
  return {
    year,
    before: previousYear,
    parts,
    total: {
      ...(total as ReportRow),
      places: placeCounts.length > 0 ? placeCounts.reduce((sum, count) => sum + count, 0) : undefined,
      fees: [...fees.values()].reduce((sum, fee) => sum + fee, 0),
    },
    /** Whether somebody is admitted whose fee is not known. */
    hasUnknownFees: hasUnknown,
  };
}

/** Shown instead of a small count. */
const FEW = "·";

export function createReportLabels(locale: Locale) {
  const t = getTranslator(locale);

  function formatAge(group: number): string {
    const [from, next] = [ageGroups[group - 1], ageGroups[group]];
    if (from === undefined) return t("desk.report.ages.upTo", { to: (next ?? 0) - 1 });
    return next === undefined
      ? t("desk.report.ages.from", { from })
      : t("desk.report.ages.between", { from, to: next - 1 });
  }

  return {
    name(part: ReportPart, name: string | null): string {
      if (name === null) return t(`desk.report.without.${part}`);
      if (part === "district" && name === OTHERS) return t("desk.report.others");
      return part === "age" ? formatAge(Number(name)) : name;
    },
    count: (count: number | undefined) => count ?? FEW,
    money: (cents: number | null | undefined) =>
      cents === null ? "–" : cents === undefined ? FEW : formatEuros(cents, locale),
  };
}

export async function* writeReportFile(
  report: TownReport,
  format: "xlsx" | "csv;",
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const t = getTranslator(locale);
  const text = createReportLabels(locale);
  const headings = [
    ...(["part", "name", "places"] as const).map((column) => t(`desk.report.columns.${column}`)),
    ...[report.year, ...(report.before ? [report.before] : [])].flatMap(({ year }) =>
      reportCounts.map((column) => `${t(`desk.report.columns.${column}`)} ${year}`),
    ),
  ];
  const cells = (part: string, name: string, { places, now, before }: Omit<ReportRow, "name">) => [
    part,
    name,
    places ?? "",
    ...reportCounts.map((column) => text.count(now[column])),
    ...(report.before ? reportCounts.map((column) => text.count(before[column])) : []),
  ];
  const rows = [
    ...reportParts.flatMap((part) =>
      report.parts[part].map((row) => cells(t(`desk.report.parts.${part}`), text.name(part, row.name), row)),
    ),
    cells(t("desk.report.total"), "", report.total),
  ];
  if (format === "xlsx") return yield* writeXlsx([{ name: "1", headings, batches: [rows] }]);
  yield new TextEncoder().encode(
    BYTE_ORDER_MARK + [headings, ...rows].map((row) => toCsvRow(row.map(String), ";")).join(""),
  );
}

async function findYears(id: number) {
  const select = { id: true, year: true, startSchoolYear: true } as const;
  const year = await prisma().schoolYear.findUnique({ where: { id }, select });
  const previous = year
    ? await prisma().schoolYear.findFirst({
        where: { startSchoolYear: { lt: year.startSchoolYear } },
        orderBy: { startSchoolYear: "desc" },
        select,
      })
    : null;
  return [year, previous ?? undefined] as const;
}

type CountRow = ReportCounts<number> & { part: ReportPart; year: number; name: string | null };

/** Requests by first choice; admitted and waiting by the place itself. */
const readCounts = (years: number[]) => prisma().$queryRaw<CountRow[]>`
  with one as (
    select e.school_year_id as year, wish.name as wished, coalesce(held.name, wish.name) as held,
      width_bucket(extract(year from age(y.start_school_year, p.birth_date))::int, ${ageGroups}::int[])::text as age,
      coalesce(nullif(p.zip_code, ''), nullif(q.zip_code, '')) as district,
      (e.state = 'accepted')::int as admitted, (e.state = 'waiting')::int as waiting
    from enrollments e
    join school_years y on y.id = e.school_year_id
    join people p on p.id = e.student_id
    left join guardianships g on g.student_id = p.id and g.position = 1
    left join people q on q.id = g.guardian_id
    left join speciality_choices c on c.enrollment_id = e.id and c.option = 1
    left join specialities wish on wish.id = c.speciality_id
    ${JOIN_NOTIFIED_PLACE}
    left join specialities held on held.id = notified.speciality_id and e.state in ('accepted', 'waiting')
    where e.school_year_id = any(${years}::int[]) and not exists (
      select from decisions d
      where d.enrollment_id = e.id and d.repeats is not null and d.status in ('told', 'nothing_to_tell'))
  )
  select part, year, name, sum(asked)::int as asked, sum(admitted)::int as admitted, sum(waiting)::int as waiting
  from (
    select 'instrument' as part, year, wished as name, 1 as asked, 0 as admitted, 0 as waiting from one
    union all select 'instrument', year, held, 0, admitted, waiting from one where admitted + waiting > 0
    union all select 'age', year, age, 1, admitted, waiting from one
    union all select 'district', year, district, 1, admitted, waiting from one
  ) counted group by 1, 2, 3`;

async function readPlaces(schoolYearId: number): Promise<Map<string, number>> {
  const limits = await prisma().place.findMany({
    where: { schoolYearId, specialityId: { not: null }, syllabusId: null },
    select: { places: true, speciality: { select: { name: true } } },
  });
  return new Map(limits.map(({ places, speciality }) => [speciality?.name ?? "", places]));
}

/** Monthly fees of the admitted in cents by instrument name; a place without a course counts with the requested one. */
async function readFees(schoolYearId: number) {
  const [getPrice, rows] = await Promise.all([
    createPriceLookup(),
    prisma().$queryRaw<(Place & { name: string | null; count: number })[]>`
      select coalesce(s.name, wish.name) as name, notified.speciality_id as "specialityId",
        coalesce(notified.syllabus_id, c.syllabus_id) as "syllabusId", count(*)::int as count
      from enrollments e
      ${JOIN_NOTIFIED_PLACE}
      left join specialities s on s.id = notified.speciality_id
      left join syllabus_choices c on c.enrollment_id = e.id and c.option = 1
      left join speciality_choices first on first.enrollment_id = e.id and first.option = 1
      left join specialities wish on wish.id = first.speciality_id
      where e.school_year_id = ${schoolYearId} and e.state = 'accepted' group by 1, 2, 3`,
  ]);
  const fees = new Map<string | null, number>();
  let hasUnknown = false;
  for (const { name, specialityId, syllabusId, count } of rows) {
    const price = getPrice(schoolYearId, { specialityId, syllabusId });
    if (price) fees.set(name, (fees.get(name) ?? 0) + count * price.month);
    else hasUnknown = true;
  }
  return { fees, hasUnknown };
}

type Row = { name: string | null; now: ReportCounts<number>; before: ReportCounts<number> };

const createZeroCounts = (): ReportCounts<number> => ({ asked: 0, admitted: 0, waiting: 0 });

/** Joins the two years by name, because ids differ. Most requested first, ages in order. */
function joinYears(countRows: CountRow[], year: number): Row[] {
  const rows = new Map<string | null, Row>();
  for (const { part: _, year: rowYear, name, ...counts } of countRows) {
    const row = rows.get(name) ?? { name, now: createZeroCounts(), before: createZeroCounts() };
    row[rowYear === year ? "now" : "before"] = counts;
    rows.set(name, row);
  }
  const isAge = countRows[0]?.part === "age";
  return [...rows.values()].sort((a, b) =>
    isAge
      ? Number(a.name ?? Infinity) - Number(b.name ?? Infinity)
      : b.now.asked - a.now.asked || String(a.name).localeCompare(String(b.name)),
  );
}

function sumRows(rows: Row[], name: string | null): Row {
  const sum = (getCounts: (row: Row) => ReportCounts<number>) =>
    Object.fromEntries(
      reportCounts.map((column) => [column, rows.reduce((total, row) => total + getCounts(row)[column], 0)]),
    ) as ReportCounts<number>;
  return { name, now: sum(({ now }) => now), before: sum(({ before }) => before) };
}

/** Puts rows that are small in both years into one. */
function mergeSmallRows(rows: Row[]): Row[] {
  const isSmall = ({ now, before }: Row) =>
    [now, before].every(({ asked }) => asked === 0 || isSmallCount(asked));
  const small = rows.filter(isSmall);
  return [...rows.filter((row) => !isSmall(row)), ...(small.length > 0 ? [sumRows(small, OTHERS)] : [])];
}

function hideSmallRows(rows: Row[]): ReportRow[] {
  const hideColumns = (period: "now" | "before") =>
    Object.fromEntries(
      reportCounts.map((column) => [column, hideSmallCounts(rows.map((row) => row[period][column]))]),
    ) as ReportCounts<(number | undefined)[]>;
  const [now, before] = [hideColumns("now"), hideColumns("before")];
  const pickRow = (columns: typeof now, index: number) =>
    Object.fromEntries(reportCounts.map((column) => [column, columns[column][index]])) as MaskedCounts;
  return rows.map(({ name }, index) => ({ name, now: pickRow(now, index), before: pickRow(before, index) }));
}

const isSmallCount = (count: number): boolean => count > 0 && count < MIN_COUNT;

/**
 * Replaces small counts of a column by undefined, and as many others, smallest first, as needed so that the total does
 * not reveal them.
 */
export function hideSmallCounts(counts: number[]): (number | undefined)[] {
  const hidden = new Set(counts.flatMap((count, index) => (isSmallCount(count) ? [index] : [])));
  const candidates = counts
    .flatMap((count, index) => (count > 0 && !hidden.has(index) ? [{ count, index }] : []))
    .sort((a, b) => a.count - b.count);
  const sumHidden = () => [...hidden].reduce((total, index) => total + (counts[index] ?? 0), 0);
  while (isSmallCount(sumHidden())) {
    const next = candidates.shift();
    if (!next) break; // the total is as small, and is left out too
    hidden.add(next.index);
  }
  return counts.map((count, index) => (hidden.has(index) ? undefined : count));
}
