import { getTranslations } from "next-intl/server";
import { getPage, PAGE_SIZE, Pagination } from "@/components/site/pagination";
import { Legend, PlacesBar } from "@/components/ui/charts/places-bar";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { chevronDown } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { type Board, type BoardRow, groupBySpeciality } from "@/lib/admission/board/queries";
import type { previewMove } from "@/lib/admission/moves/verbs";
import { createPlaceNamer, getYearStudies } from "@/lib/decisions/place";
import { Link } from "@/lib/i18n/navigation";
import type { RoundProps } from "./page";

type SpecialityGroup = ReturnType<typeof groupBySpeciality>[number];

/** Results by speciality; only the opened one lists its students (admission 5). */
export async function AllotmentBoard({
  round,
  board,
  year,
  canRun,
  query: { lane: openGroup, page },
}: RoundProps & { board: Board }) {
  const [t, { specialities }] = await Promise.all([getTranslations("desk.round"), getYearStudies(year)]);
  const groups = groupBySpeciality(board);
  const canMove = canRun && round.state !== "final";
  const placedCount = board.rows.filter(({ place }) => place).length;
  const getName = (id: number | null) =>
    specialities.find((speciality) => speciality.id === id)?.name ?? t("board.withoutSpeciality");
  const figures = {
    lines: board.rows.length,
    placed: placedCount,
    out: board.rows.filter(({ isExcluded }) => !isExcluded).length - placedCount,
    moved: board.rows.filter(({ move }) => move).length,
    besides: board.outsideCount,
  };
  return (
    <Section title={t(`board.${round.state as "drawn"}`)} id="board">
      <dl className="stat-line my-6">
        {Object.entries(figures).map(([figure, count]) => (
          <div key={figure}>
            <dt>{t(`board.figures.${figure as "lines"}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Legend getText={(part) => t(`board.legend.${part}`)} />
      <ul className="mt-4">
        {groups.map((group) => {
          const key = String(group.specialityId ?? 0);
          const isOpen = openGroup === key;
          const name = getName(group.specialityId);
          const toHref = (page: number) => `/desk/round?year=${year}&lane=${key}&page=${page}#lane-${key}`;
          return (
            <li key={key} id={`lane-${key}`} className="border-b border-hairline">
              <GroupHeader
                {...{ group, name, isOpen }}
                href={`/desk/round?year=${year}${isOpen ? "" : `&lane=${key}`}#lane-${key}`}
              />
              {isOpen && <GroupTable {...{ group, name, year, page, toHref, canMove }} />}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type HeaderProps = { group: SpecialityGroup; name: string; isOpen: boolean; href: string };

async function GroupHeader({ group: { limit, placed, waiting }, name, isOpen, href }: HeaderProps) {
  const t = await getTranslations("desk.round.board");
  const notified = limit?.given ?? 0;
  const taken = notified + placed.length;
  const [firstOutside] = waiting;
  return (
    <Link
      href={href}
      aria-expanded={isOpen}
      className="grid grid-cols-[minmax(0,1fr)_auto_1.25rem] items-center gap-x-4 gap-y-1 py-2.5 text-ink no-underline hover:text-accent md:grid-cols-[9rem_minmax(0,1fr)_4rem_10.5rem_1.25rem]"
    >
      <b>{name}</b>
      {limit && (
        <span className="max-md:order-1 max-md:col-span-3">
          <PlacesBar
            label={t("lane", { inside: placed.length, given: notified, outside: waiting.length })}
            notified={notified}
            decided={placed.length}
            waiting={waiting.length}
            limit={limit.places}
          />
        </span>
      )}
      <span className="text-small md:col-start-3">
        {limit ? t("taken", { taken, places: limit.places }) : taken}
      </span>
      <span className="text-small text-muted max-md:order-1 max-md:col-span-3">
        {firstOutside
          ? t("out", { count: waiting.length, points: firstOutside.total })
          : limit && t("free", { count: Math.max(limit.places - taken, 0) })}
      </span>
      <Icon d={chevronDown} className={isOpen ? "rotate-180" : undefined} />
    </Link>
  );
}

type TableProps = {
  group: SpecialityGroup;
  name: string;
  year: number;
  canMove: boolean;
  page: RoundProps["query"][string];
  /** Address of a page of students. */
  toHref: (page: number) => string;
};

async function GroupTable({ group: { placed, waiting }, name, year, canMove, page, toHref }: TableProps) {
  const t = await getTranslations("desk.round.board");
  const people = [...placed, ...waiting];
  if (people.length === 0) return <p className="mb-4 text-small text-muted">{t("nobody")}</p>;
  const { page: current, from } = getPage(people.length, Number(page));
  return (
    <div className="mb-6">
      <DataTable
        caption={t("caption", { name })}
        columns={[
          { key: "order", label: t("columns.order"), number: true },
          { key: "student", label: t("columns.student") },
          { key: "points", label: t("columns.points"), number: true },
          { key: "number", label: t("columns.number") },
          { key: "wish", label: t("columns.wish") },
          ...(canMove ? [{ key: "move", label: t("columns.move") }] : []),
        ]}
      >
        {people.slice(from, from + PAGE_SIZE).map((row, offset) => (
          <Row
            key={row.reference}
            {...{ row, index: from + offset, year, canMove }}
            isLimit={from + offset === placed.length - 1}
          />
        ))}
      </DataTable>
      {people.length > PAGE_SIZE && <Pagination page={current} count={people.length} getHref={toHref} />}
    </div>
  );
}

type RowProps = { row: BoardRow; index: number; year: number; canMove: boolean; isLimit: boolean };

async function Row({ row, index, year, canMove, isLimit }: RowProps) {
  const t = await getTranslations("desk.round.board");
  const { reference, student, total, drawn, choice, place, move } = row;
  return (
    <TableRow limit={isLimit}>
      <TableCell number>{index + 1}</TableCell>
      <TableRowHeader>
        <Link href={`/desk/enrollments/${reference}`}>
          <bdi>{student || reference}</bdi>
        </Link>
        {move && (
          <p className="text-small font-normal text-muted">{t("movedWhy", { reason: move.reason })}</p>
        )}
      </TableRowHeader>
      <TableCell number data-label={t("columns.points")}>
        {total}
      </TableCell>
      <TableCell className="font-mono" data-label={t("columns.number")}>
        {drawn.slice(0, 6)}
      </TableCell>
      <TableCell>
        {place ? (choice === null ? t("noWish") : t("wish", { wish: choice })) : t("outside")}
      </TableCell>
      {canMove && (
        <TableCell>
          <Link href={`/desk/round/move?year=${year}&reference=${reference}`}>
            {t("move")} <span className="sr-only">{student || reference}</span>
          </Link>
        </TableCell>
      )}
    </TableRow>
  );
}

type ChangesProps = { changes: ReturnType<typeof previewMove>; year: number };

/** Students whose place changes, with the old and the new one. */
export async function PlaceChanges({ changes, year }: ChangesProps) {
  const [t, namePlace] = await Promise.all([getTranslations("desk.round.move"), createPlaceNamer(year)]);
  const getName = (place: Parameters<typeof namePlace>[0]) => namePlace(place) || t("nowhere");
  if (changes.length === 0) return <p className="my-4">{t("nothing")}</p>;
  const items = changes.map(({ reference, student, from, to }) => ({
    key: reference,
    title: student || reference,
    text: t("change", { from: getName(from), to: getName(to) }),
  }));
  return (
    <div className="my-4">
      <Timeline items={items} />
    </div>
  );
}
