import { getTranslations } from "next-intl/server";
import { getPage, PAGE_SIZE, Pagination } from "@/components/site/pagination";
import { RoundAnswer } from "@/components/site/round-answer";
import { Button } from "@/components/ui/controls/button";
import { Input } from "@/components/ui/controls/input";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { search } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { getPublishedName, hasPlace, type PublishedList } from "@/lib/admission/board/queries";
import { findOwnRow, type PublicRound } from "@/lib/admission/queries";
import { isFinalState, isPublicState } from "@/lib/admission/round";

type Query = { reference?: string | string[] | undefined; page?: string | string[] | undefined };

/** Totals or ranks. */
const getPointsColumn = ({ publishedPoints }: PublicRound["round"]) =>
  publishedPoints === "ranks" ? "columns.rank" : "columns.points";

/** The published list, by reference, with the visitor's own entry. */
export async function PublishedListTable({ view, query }: { view: PublicRound; query: Query }) {
  const t = await getTranslations("round");
  const { result, round, state, isListed } = view;
  if (!isPublicState(round.state)) return null;
  if (!result) return <p className="mb-10 max-w-measure">{t(isListed ? "noResult" : "notListed")}</p>;
  const reference = typeof query.reference === "string" ? query.reference : undefined;
  const ownRow = reference ? findOwnRow(result, reference) : undefined;
  const count = result.lines.length;
  const { page } = getPage(count, ownRow ? Math.ceil(ownRow.position / PAGE_SIZE) : Number(query.page));
  const title = t(isFinalState(state) ? "final" : "provisional");
  const points = t(getPointsColumn(round));
  return (
    <Section title={title} id="result">
      <p className="my-4 max-w-measure text-muted">{t("order")}</p>
      {result.moved > 0 && <p className="mb-4 max-w-measure">{t("moved", { count: result.moved })}</p>}
      <TableRows result={result} page={page} marked={ownRow?.row.reference} title={title} points={points} />
      <Pagination
        page={page}
        count={count}
        getHref={(page) => `/admission/${round.code}?page=${page}#result`}
      />
    </Section>
  );
}

type OwnProps = { view: PublicRound; queryReference: string | string[] | undefined };

/** Whether the reference got a place; the rank is secondary (admission 6). */
export async function OwnResult({ view: { result, round, state }, queryReference }: OwnProps) {
  const t = await getTranslations("round");
  if (!result) return null;
  const reference = typeof queryReference === "string" && queryReference !== "" ? queryReference : undefined;
  const ownRow = reference ? findOwnRow(result, reference) : undefined;
  return (
    <section id="own" className="card mb-10" aria-labelledby="own-title">
      <h2 id="own-title" className="mb-4">
        {t("own.title")}
      </h2>
      {ownRow && (
        <RoundAnswer
          ownRow={ownRow}
          count={result.lines.length}
          isProvisional={!isFinalState(state)}
          rows={[{ label: t(getPointsColumn(round)), value: ownRow.row.total }]}
        />
      )}
      {reference && !ownRow && <p className="mb-4">{t("own.none")}</p>}
      <form method="get" action="#own" className="items-end gap-x-4 sm:flex">
        <Input
          name="reference"
          label={t("own.reference")}
          hint={t("own.hint")}
          defaultValue={reference}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
        <Button variant="secondary" className="mb-6 max-sm:w-full">
          <Icon d={search} />
          {t("own.show")}
        </Button>
      </form>
    </section>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<"round">>>;

const formatRank = ({ rank, gone }: PublishedList["lines"][number], t: Translate): string => {
  if (gone) return t("gone");
  return rank === null ? t("none") : t("rank", { rank });
};

type TableProps = {
  result: PublishedList;
  page: number;
  marked: string | undefined;
  title: string;
  points: string;
};

async function TableRows({ result, page, marked, title, points }: TableProps) {
  const t = await getTranslations("round");
  const from = (page - 1) * PAGE_SIZE;
  return (
    <DataTable
      caption={title}
      cards={false}
      columns={[
        { key: "order", label: t("columns.order"), number: true },
        { key: "reference", label: t("columns.reference") },
        { key: "points", label: points, number: true },
        { key: "place", label: t("columns.place") },
      ]}
    >
      {result.lines.slice(from, from + PAGE_SIZE).map((row, index) => (
        <TableRow key={row.reference} className={row.reference === marked ? "bg-tint" : undefined}>
          <TableCell number>{from + index + 1}</TableCell>
          <TableRowHeader>
            <span className="font-mono">{row.reference}</span>
            {row.reference === marked && <span className="ml-2 text-small">{t("own.mark")}</span>}
          </TableRowHeader>
          <TableCell number>{row.total}</TableCell>
          <TableCell className="[overflow-wrap:anywhere]">
            {hasPlace(row) ? getPublishedName(result, row) : formatRank(row, t)}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}
