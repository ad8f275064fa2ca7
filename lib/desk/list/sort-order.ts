import { Prisma } from "@/generated/prisma/client";
import type { WaitingPosition } from "@/lib/decisions/waiting-order";
import type { ListCursor, Sort } from "@/lib/desk/list/filters";
import { RENEWAL_ORDER } from "@/lib/enrollment/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { MAX_INTEGER } from "@/lib/platform/stored-values";

/** A list as SQL: condition on `enrollments e`, and order. */
export type Listing = {
  matching: Prisma.Sql;
  sort: Sort;
  /** Whether one row costs as much as all. */
  isSearch: boolean;
};

export type PageRequest = { cursor: ListCursor; limit: number };

type SortKey = { surname: string; name: string } & WaitingPosition;

type Order = {
  columns: Prisma.Sql[];
  key: (row: SortKey) => Prisma.Sql;
  isDescending: boolean;
  join: Prisma.Sql;
  /** No index has this order, so every part reads the whole list. */
  readsWholeList: boolean;
  /** The first two columns, which have an index of their own. */
  indexedKey?: (row: SortKey) => Prisma.Sql;
};

// Key columns of each order, the id last. Names use the collation.
const byCreation = {
  columns: [Prisma.sql`e.created_at`, Prisma.sql`e.id`],
  key: ({ createdAt, id }: SortKey) => Prisma.sql`${createdAt}::timestamptz, ${id}::uuid`,
  join: Prisma.empty,
  readsWholeList: false,
};
const orders: Record<Sort, Order> = {
  newest: { ...byCreation, isDescending: true },
  oldest: { ...byCreation, isDescending: false },
  name: {
    columns: [
      Prisma.sql`coalesce(s.surname, '') collate "und-x-icu"`,
      Prisma.sql`coalesce(s.name, '') collate "und-x-icu"`,
      Prisma.sql`e.id`,
    ],
    key: ({ surname, name, id }) => Prisma.sql`${surname}, ${name}, ${id}::uuid`,
    indexedKey: ({ surname, name }) => Prisma.sql`${surname}, ${name}`,
    isDescending: false,
    // Students have names; guardians without one sort first in the index.
    join: Prisma.sql`join people s on s.id = e.student_id
      and (s.surname is not null or s.name is not null or s.erased_at is not null)`,
    readsWholeList: false,
  },
  turn: {
    // `WAITING_ORDER` as comparable values.
    columns: [
      Prisma.sql`coalesce(e.gave_up_at, '-infinity')`,
      Prisma.sql`coalesce(e.turn, ${MAX_INTEGER}::int)`,
      RENEWAL_ORDER,
      ...byCreation.columns,
    ],
    key: (row) =>
      Prisma.sql`coalesce(${row.gaveUpAt}::timestamptz, '-infinity'), ${row.turn ?? MAX_INTEGER}::int, ${row.renewal}::int, ${byCreation.key(row)}`,
    isDescending: false,
    join: Prisma.empty,
    readsWholeList: true,
  },
};

type KeyPage = { isDescending: boolean; row: SortKey | undefined; limit: number };

/** A page after a row's key (keyset pagination, no offset). */
export const createPageSql = (listing: Listing, page: KeyPage): Prisma.Sql =>
  Prisma.sql`${createListedCte(listing)} select id::text ${createPageClause(listing.sort, page)}`;

/** A page as one array with the total, for lists where matching costs more than counting. */
export const createCountedPageSql = (listing: Listing, page: KeyPage | undefined): Prisma.Sql => Prisma.sql`
  ${createListedCte(listing)}
  select (select count(*)::int from listed) as total,
    ${page ? Prisma.sql`array(select id::text ${createPageClause(listing.sort, page)})` : Prisma.sql`'{}'::text[]`} as ids`;

type CountedPage = { total: number; ids: string[] };

/** The total of a search and a page of it; empty after an unknown reference. */
export async function readSearchedPage(listing: Listing, request: PageRequest): Promise<CountedPage> {
  const statement = createCountedPageSql(listing, await resolvePage(listing.sort, request));
  const [row] = await prisma().$queryRaw<CountedPage[]>(statement);
  return row ?? { total: 0, ids: [] };
}

export async function countMatching(matching: Prisma.Sql): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e where ${matching}`;
  return row?.count ?? 0;
}

/** The ids of a page; empty after an unknown reference. */
export async function readPageIds(listing: Listing, request: PageRequest): Promise<string[]> {
  const page = await resolvePage(listing.sort, request);
  if (!page) return [];
  const rows = await prisma().$queryRaw<{ id: string }[]>(createPageSql(listing, page));
  return rows.map(({ id }) => id);
}

type Neighbours = {
  total: number;
  /** Number of rows before it, and whether it matches. */
  before: number;
  isInList: boolean;
  next: string | null;
  previous: string | null;
};

/** The position of an enrollment and its neighbours; undefined for an unknown one. */
export async function readNeighbours(listing: Listing, reference: string): Promise<Neighbours | undefined> {
  const row = await readSortKey(reference);
  if (!row) return;
  const [neighbours] = await prisma().$queryRaw<Neighbours[]>(createNeighboursSql(listing, row));
  return neighbours;
}

export function createNeighboursSql(listing: Listing, row: SortKey): Prisma.Sql {
  const { sort } = listing;
  const isListDescending = orders[sort].isDescending;
  const neighbour = (isDescending: boolean) =>
    Prisma.sql`select reference ${createPageClause(sort, { isDescending, row, limit: 1 })}`;
  return Prisma.sql`
    ${createListedCte(listing)}
    select count(*)::int as total, (count(*) filter (where ${createAfterCondition(sort, row, !isListDescending)}))::int as before,
      coalesce(bool_or(id = ${row.id}::uuid), false) as "isInList",
      (${neighbour(isListDescending)}) as next, (${neighbour(!isListDescending)}) as previous
    from listed`;
}

/**
 * Matches with their sort keys. What must be read as a whole is materialised once; otherwise each part uses the index.
 */
function createListedCte({ matching, sort, isSearch }: Listing): Prisma.Sql {
  const { columns, join, readsWholeList } = orders[sort];
  const materialisation = isSearch || readsWholeList ? Prisma.empty : Prisma.sql`not materialized`;
  const keyColumns = columns.map((column, index) => Prisma.sql`${column} as ${getKeyColumn(index)}`);
  return Prisma.sql`with listed as ${materialisation} (
    select e.id, e.reference, ${Prisma.join(keyColumns)} from enrollments e ${join} where ${matching})`;
}

const getKeyColumn = (index: number) => Prisma.raw(`place_${index}`);
const listKeyColumns = (sort: Sort) => orders[sort].columns.map((_, index) => getKeyColumn(index));

function createPageClause(sort: Sort, { isDescending, row, limit }: KeyPage): Prisma.Sql {
  const order = listKeyColumns(sort).map((column) => Prisma.sql`${column} ${isDescending ? DOWN : UP}`);
  return Prisma.sql`from listed ${row ? Prisma.sql`where ${createAfterCondition(sort, row, isDescending)} ${createIndexedAfterCondition(sort, row, isDescending)}` : Prisma.empty}
    order by ${Prisma.join(order)} limit ${limit}`;
}

const [DOWN, UP] = [Prisma.sql`desc`, Prisma.sql`asc`];

/** Values instead of a subquery, so that the index is used. */
const createAfterCondition = (sort: Sort, row: SortKey, isDescending: boolean): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(listKeyColumns(sort))}) ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} (${orders[sort].key(row)})`;

/** The same for the indexed columns; also excludes rows beyond. */
function createIndexedAfterCondition(sort: Sort, row: SortKey, isDescending: boolean): Prisma.Sql {
  const { indexedKey } = orders[sort];
  if (!indexedKey) return Prisma.empty;
  const columns = Prisma.join(listKeyColumns(sort).slice(0, 2));
  return Prisma.sql`and (${columns}) ${isDescending ? Prisma.sql`<=` : Prisma.sql`>=`} (${indexedKey(row)})`;
}

/** Undefined when the page begins at an unknown enrollment. */
async function resolvePage(sort: Sort, { cursor, limit }: PageRequest): Promise<KeyPage | undefined> {
  const from = cursor.before ?? cursor.after;
  const row = from ? await readSortKey(from) : undefined;
  if (from && !row) return;
  return {
    isDescending: cursor.before === undefined ? orders[sort].isDescending : !orders[sort].isDescending,
    row,
    limit,
  };
}

async function readSortKey(reference: string): Promise<SortKey | undefined> {
  const [row] = await prisma().$queryRaw<SortKey[]>`
    select e.id::text, e.created_at as "createdAt", e.turn, ${RENEWAL_ORDER} as renewal, e.gave_up_at as "gaveUpAt",
      coalesce(s.surname, '') as surname, coalesce(s.name, '') as name
    from enrollments e join people s on s.id = e.student_id where e.reference = ${reference}`;
  return row;
}
