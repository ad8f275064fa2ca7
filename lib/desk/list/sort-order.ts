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
  searched: boolean;
};

export type PageRequest = { place: ListCursor; limit: number };

type Key = { surname: string; name: string } & WaitingPosition;

type Order = {
  columns: Prisma.Sql[];
  key: (row: Key) => Prisma.Sql;
  isDescending: boolean;
  join: Prisma.Sql;
  /** No index has this order, so every part reads the whole list. */
  readsWholeList: boolean;
  /** The first two columns, which have an index of their own. */
  indexedKey?: (row: Key) => Prisma.Sql;
};

// Key columns of each order, the id last. Names use the collation.
const sent = {
  columns: [Prisma.sql`e.created_at`, Prisma.sql`e.id`],
  key: ({ createdAt, id }: Key) => Prisma.sql`${createdAt}::timestamptz, ${id}::uuid`,
  join: Prisma.empty,
  readsWholeList: false,
};
const orders: Record<Sort, Order> = {
  newest: { ...sent, isDescending: true },
  oldest: { ...sent, isDescending: false },
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
      ...sent.columns,
    ],
    key: (row) =>
      Prisma.sql`coalesce(${row.gaveUpAt}::timestamptz, '-infinity'), ${row.turn ?? MAX_INTEGER}::int, ${row.renewal}::int, ${sent.key(row)}`,
    isDescending: false,
    join: Prisma.empty,
    readsWholeList: true,
  },
};

type PageAsked = { down: boolean; row: Key | undefined; limit: number };

/** A page after a row's key (keyset pagination, no offset). */
export const createPageSql = (listing: Listing, page: PageAsked): Prisma.Sql =>
  Prisma.sql`${listed(listing)} select id::text ${pageOf(listing.sort, page)}`;

/** A page as one array with the total, for lists where matching costs more than counting. */
export const createCountedPageSql = (listing: Listing, page: PageAsked | undefined): Prisma.Sql => Prisma.sql`
  ${listed(listing)}
  select (select count(*)::int from listed) as total,
    ${page ? Prisma.sql`array(select id::text ${pageOf(listing.sort, page)})` : Prisma.sql`'{}'::text[]`} as ids`;

export type CountedPage = { total: number; ids: string[] };

/** The total of a search and a page of it; empty after an unknown reference. */
export async function readSearchedPage(listing: Listing, asked: PageRequest): Promise<CountedPage> {
  const statement = createCountedPageSql(listing, await pageAsked(listing.sort, asked));
  const [row] = await prisma().$queryRaw<CountedPage[]>(statement);
  return row ?? { total: 0, ids: [] };
}

export async function countMatching(matching: Prisma.Sql): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e where ${matching}`;
  return row?.count ?? 0;
}

/** The ids of a page; empty after an unknown reference. */
export async function readPageIds(listing: Listing, asked: PageRequest): Promise<string[]> {
  const page = await pageAsked(listing.sort, asked);
  if (!page) return [];
  const rows = await prisma().$queryRaw<{ id: string }[]>(createPageSql(listing, page));
  return rows.map(({ id }) => id);
}

type Neighbours = {
  total: number;
  /** Number of rows before it, and whether it matches. */
  before: number;
  among: boolean;
  next: string | null;
  previous: string | null;
};

/** The position of an enrollment and its neighbours; undefined for an unknown one. */
export async function readNeighbours(listing: Listing, reference: string): Promise<Neighbours | undefined> {
  const row = await keyOf(reference);
  if (!row) return;
  const [found] = await prisma().$queryRaw<Neighbours[]>(createNeighboursSql(listing, row));
  return found;
}

export function createNeighboursSql(listing: Listing, row: Key): Prisma.Sql {
  const { sort } = listing;
  const { isDescending } = orders[sort];
  const beside = (down: boolean) => Prisma.sql`select reference ${pageOf(sort, { down, row, limit: 1 })}`;
  return Prisma.sql`
    ${listed(listing)}
    select count(*)::int as total, (count(*) filter (where ${afterRow(sort, row, !isDescending)}))::int as before,
      coalesce(bool_or(id = ${row.id}::uuid), false) as among,
      (${beside(isDescending)}) as next, (${beside(!isDescending)}) as previous
    from listed`;
}

/**
 * Matches with their sort keys. What must be read as a whole is materialised once; otherwise each part uses the index.
 */
function listed({ matching, sort, searched }: Listing): Prisma.Sql {
  const { columns, join, readsWholeList } = orders[sort];
  const kept = searched || readsWholeList ? Prisma.empty : Prisma.sql`not materialized`;
  const places = columns.map((column, at) => Prisma.sql`${column} as ${placeAt(at)}`);
  return Prisma.sql`with listed as ${kept} (
    select e.id, e.reference, ${Prisma.join(places)} from enrollments e ${join} where ${matching})`;
}

const placeAt = (at: number) => Prisma.raw(`place_${at}`);
const placesIn = (sort: Sort) => orders[sort].columns.map((_, at) => placeAt(at));

function pageOf(sort: Sort, { down, row, limit }: PageAsked): Prisma.Sql {
  const order = placesIn(sort).map((place) => Prisma.sql`${place} ${down ? DOWN : UP}`);
  return Prisma.sql`from listed ${row ? Prisma.sql`where ${afterRow(sort, row, down)} ${afterIndexedRow(sort, row, down)}` : Prisma.empty}
    order by ${Prisma.join(order)} limit ${limit}`;
}

const [DOWN, UP] = [Prisma.sql`desc`, Prisma.sql`asc`];

/** Values instead of a subquery, so that the index is used. */
const afterRow = (sort: Sort, row: Key, down: boolean): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(placesIn(sort))}) ${down ? Prisma.sql`<` : Prisma.sql`>`} (${orders[sort].key(row)})`;

/** The same for the indexed columns; also excludes rows beyond. */
function afterIndexedRow(sort: Sort, row: Key, down: boolean): Prisma.Sql {
  const { indexedKey } = orders[sort];
  if (!indexedKey) return Prisma.empty;
  const places = Prisma.join(placesIn(sort).slice(0, 2));
  return Prisma.sql`and (${places}) ${down ? Prisma.sql`<=` : Prisma.sql`>=`} (${indexedKey(row)})`;
}

/** Undefined when the page begins at an unknown enrollment. */
async function pageAsked(sort: Sort, { place, limit }: PageRequest): Promise<PageAsked | undefined> {
  const from = place.before ?? place.after;
  const row = from ? await keyOf(from) : undefined;
  if (from && !row) return;
  return {
    down: place.before === undefined ? orders[sort].isDescending : !orders[sort].isDescending,
    row,
    limit,
  };
}

async function keyOf(reference: string): Promise<Key | undefined> {
  const [row] = await prisma().$queryRaw<Key[]>`
    select e.id::text, e.created_at as "createdAt", e.turn, ${RENEWAL_ORDER} as renewal, e.gave_up_at as "gaveUpAt",
      coalesce(s.surname, '') as surname, coalesce(s.name, '') as name
    from enrollments e join people s on s.id = e.student_id where e.reference = ${reference}`;
  return row;
}
