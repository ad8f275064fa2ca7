import { Prisma } from "@/generated/prisma/client";
import type { WaitingPosition } from "@/lib/decisions/waiting-order";
import type { ListCursor, Sort } from "@/lib/desk/list/filters";
import { RENEWAL_ORDER } from "@/lib/enrollment/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { MAX_INTEGER } from "@/lib/platform/stored-values";

/** A list that is yet to be read: what it shows as a condition on `enrollments e`, in which order. */
export type Listing = {
  matching: Prisma.Sql;
  sort: Sort;
  /** Whether finding what matches costs as much for one row as for all. */
  searched: boolean;
};

export type PageRequest = { place: ListCursor; limit: number };

type Key = { surname: string; name: string } & WaitingPosition;

type Order = {
  columns: Prisma.Sql[];
  key: (row: Key) => Prisma.Sql;
  isDescending: boolean;
  join: Prisma.Sql;
  /** No index has this order: whoever wants a part of the list reads all of it. */
  readsWholeList: boolean;
  /** The first two columns, where an index has these alone: it finds the place of a row by them. */
  indexedKey?: (row: Key) => Prisma.Sql;
};

// A row's place in each order; the id decides between equals. Names sort as people sort them.
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
    // Guardians of whom an address alone is known come first in the index, and are passed over: a student has a name.
    join: Prisma.sql`join people s on s.id = e.student_id
      and (s.surname is not null or s.name is not null or s.erased_at is not null)`,
    readsWholeList: false,
  },
  turn: {
    // `WAITING_ORDER` as values that compare as they sort.
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

/** A page of those that match, found by the row that it follows, never by counting rows off. */
export const createPageSql = (listing: Listing, page: PageAsked): Prisma.Sql =>
  Prisma.sql`${listed(listing)} select id::text ${pageOf(listing.sort, page)}`;

/** The same as one array, with how many match in all: where finding them costs more than counting beside it. */
export const createCountedPageSql = (listing: Listing, page: PageAsked | undefined): Prisma.Sql => Prisma.sql`
  ${listed(listing)}
  select (select count(*)::int from listed) as total,
    ${page ? Prisma.sql`array(select id::text ${pageOf(listing.sort, page)})` : Prisma.sql`'{}'::text[]`} as ids`;

export type CountedPage = { total: number; ids: string[] };

/** How many a search finds, and those on a page in its order: none beyond an enrollment that is not there. */
export async function readSearchedPage(listing: Listing, asked: PageRequest): Promise<CountedPage> {
  const statement = createCountedPageSql(listing, await pageAsked(listing.sort, asked));
  const [row] = await prisma().$queryRaw<CountedPage[]>(statement);
  return row ?? { total: 0, ids: [] };
}

/** How many match a condition on `enrollments e`. */
export async function countMatching(matching: Prisma.Sql): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e where ${matching}`;
  return row?.count ?? 0;
}

/** Those that match on a page, in its order; none beyond an enrollment that is not there. */
export async function readPageIds(listing: Listing, asked: PageRequest): Promise<string[]> {
  const page = await pageAsked(listing.sort, asked);
  if (!page) return [];
  const rows = await prisma().$queryRaw<{ id: string }[]>(createPageSql(listing, page));
  return rows.map(({ id }) => id);
}

type Neighbours = {
  total: number;
  /** How many come before it, and whether it is one of them. */
  before: number;
  among: boolean;
  next: string | null;
  previous: string | null;
};

/** Where an enrollment would be in a list, and the references beside it; undefined when it is not there at all. */
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
 * Those that match with their place in the order, for what is then asked of them. What has to be read as a
 * whole is read once for all that is asked; else each part finds its own rows by the index.
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

/** Values and no subquery: an index finds its place by values alone. */
const afterRow = (sort: Sort, row: Key, down: boolean): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(placesIn(sort))}) ${down ? Prisma.sql`<` : Prisma.sql`>`} (${orders[sort].key(row)})`;

/** The same for the columns that an index has: more than that rows beyond are none. */
function afterIndexedRow(sort: Sort, row: Key, down: boolean): Prisma.Sql {
  const { indexedKey } = orders[sort];
  if (!indexedKey) return Prisma.empty;
  const places = Prisma.join(placesIn(sort).slice(0, 2));
  return Prisma.sql`and (${places}) ${down ? Prisma.sql`<=` : Prisma.sql`>=`} (${indexedKey(row)})`;
}

/** Undefined when the page should begin at an enrollment that is not there. */
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
