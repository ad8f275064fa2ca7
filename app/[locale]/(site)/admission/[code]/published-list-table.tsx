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

type Wanted = { reference?: string | string[] | undefined; page?: string | string[] | undefined };

/** Totals or ranks. */
const pointsColumn = ({ publishedPoints }: PublicRound["round"]) =>
  publishedPoints === "ranks" ? "columns.rank" : "columns.points";

/** The published list, by reference, with the visitor's own entry. */
export async function PublishedListTable({ found, wanted }: { found: PublicRound; wanted: Wanted }) {
  const t = await getTranslations("round");
  const { result, round, state, isListed } = found;
  if (!isPublicState(round.state)) return null;
  if (!result) return <p className="mb-10 max-w-measure">{t(isListed ? "noResult" : "notListed")}</p>;
  const reference = typeof wanted.reference === "string" ? wanted.reference : undefined;
  const own = reference ? findOwnRow(result, reference) : undefined;
  const count = result.lines.length;
  const { page } = getPage(count, own ? Math.ceil(own.position / PAGE_SIZE) : Number(wanted.page));
  const title = t(isFinalState(state) ? "final" : "provisional");
  const points = t(pointsColumn(round));
  return (
    <Section title={title} id="result">
      <p className="my-4 max-w-measure text-muted">{t("order")}</p>
      {result.moved > 0 && <p className="mb-4 max-w-measure">{t("moved", { count: result.moved })}</p>}
      <TableRows result={result} page={page} mine={own?.row.reference} title={title} points={points} />
      <Pagination
        page={page}
        count={count}
        to={(wanted) => `/admission/${round.code}?page=${wanted}#result`}
      />
    </Section>
  );
}

type OwnProps = { found: PublicRound; wanted: string | string[] | undefined };

/** Whether the reference got a place; the rank is secondary (admission 6). */
export async function OwnResult({ found: { result, round, state }, wanted }: OwnProps) {
  const t = await getTranslations("round");
  if (!result) return null;
  const reference = typeof wanted === "string" && wanted !== "" ? wanted : undefined;
  const own = reference ? findOwnRow(result, reference) : undefined;
  return (
    <section id="own" className="card mb-10" aria-labelledby="own-title">
      <h2 id="own-title" className="mb-4">
        {t("own.title")}
      </h2>
      {own && (
        <RoundAnswer
          own={own}
          count={result.lines.length}
          isProvisional={!isFinalState(state)}
          rows={[{ label: t(pointsColumn(round)), value: own.row.total }]}
        />
      )}
      {reference && !own && <p className="mb-4">{t("own.none")}</p>}
      <form method="get" action="#own" className="items-end gap-x-4 sm:flex">
        <Input
          id="reference"
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

type Words = Awaited<ReturnType<typeof getTranslations<"round">>>;

const rankOf = ({ rank, gone }: PublishedList["lines"][number], t: Words): string => {
  if (gone) return t("gone");
  return rank === null ? t("none") : t("rank", { rank });
};

type Shown = {
  result: PublishedList;
  page: number;
  mine: string | undefined;
  title: string;
  points: string;
};

async function TableRows({ result, page, mine, title, points }: Shown) {
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
      {result.lines.slice(from, from + PAGE_SIZE).map((line, at) => (
        <TableRow key={line.reference} className={line.reference === mine ? "bg-tint" : undefined}>
          <TableCell number>{from + at + 1}</TableCell>
          <TableRowHeader>
            <span className="font-mono">{line.reference}</span>
            {line.reference === mine && <span className="ml-2 text-small">{t("own.mark")}</span>}
          </TableRowHeader>
          <TableCell number>{line.total}</TableCell>
          <TableCell className="[overflow-wrap:anywhere]">
            {hasPlace(line) ? getPublishedName(result, line) : rankOf(line, t)}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}
