import { getTranslations } from "next-intl/server";
import { getPage, PAGE_SIZE, Pagination } from "@/components/site/pagination";
import { Button } from "@/components/ui/controls/button";
import { Input } from "@/components/ui/controls/input";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { search } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import {
  getPublishedName,
  hasPlace,
  type PublishedList,
  type PublishedRow,
} from "@/lib/admission/board/queries";
import { findOwnRow, type PublicRound } from "@/lib/admission/queries";
import { isFinalState } from "@/lib/admission/round";

type Wanted = { reference?: string | string[] | undefined; page?: string | string[] | undefined };

/** The list that is published, by reference alone, and one's own line in it. */
export async function PublishedListTable({ found, wanted }: { found: PublicRound; wanted: Wanted }) {
  const t = await getTranslations("round");
  const { result, round, state, isListed } = found;
  if (!result) return <p className="mb-10 max-w-measure">{t(isListed ? "noResult" : "notListed")}</p>;
  const reference = typeof wanted.reference === "string" ? wanted.reference : undefined;
  const own = reference ? findOwnRow(result, reference) : undefined;
  const count = result.lines.length;
  const { page } = getPage(count, own ? Math.ceil(own.at / PAGE_SIZE) : Number(wanted.page));
  const title = t(isFinalState(state) ? "final" : "provisional");
  const points = t(round.publishedPoints === "ranks" ? "columns.rank" : "columns.points");
  return (
    <Section title={title} id="result">
      <p className="my-4 max-w-measure text-muted">{t("order")}</p>
      {result.moved > 0 && <p className="mb-4 max-w-measure">{t("moved", { count: result.moved })}</p>}
      <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
        <OwnLine reference={reference} own={own} count={count} points={points} />
        <div className="min-w-0 lg:order-first">
          <Lines result={result} page={page} mine={own?.line.reference} title={title} points={points} />
          <Pagination
            page={page}
            count={count}
            to={(wanted) => `/admission/${round.code}?page=${wanted}#result`}
          />
        </div>
      </div>
    </Section>
  );
}

type Own = {
  reference: string | undefined;
  own: ReturnType<typeof findOwnRow>;
  count: number;
  /** What is published of points: totals or ranks. */
  points: string;
};

async function OwnLine({ reference, own, count, points }: Own) {
  const t = await getTranslations("round");
  return (
    <section className="self-start rounded-card bg-surface p-5" aria-labelledby="own-line">
      <h3 id="own-line" className="sr-only">
        {t("own.title")}
      </h3>
      <form method="get" action="#result">
        <Input
          id="reference"
          name="reference"
          label={t("own.reference")}
          defaultValue={reference}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
        <Button look="secondary" className="w-full">
          <Icon d={search} />
          {t("own.show")}
        </Button>
      </form>
      {reference && !own && <p className="mt-4">{t("own.none")}</p>}
      {own && (
        <>
          <p className="mt-5 mb-2 font-semibold">{t("own.position", { at: own.at, count })}</p>
          <DescriptionList
            rows={[
              { label: t("columns.place"), value: own.place || rankOf(own.line, t) },
              { label: points, value: own.line.total },
              { label: t("own.draw"), value: t("own.within", own.withinPoints) },
            ]}
          />
        </>
      )}
    </section>
  );
}

type Words = Awaited<ReturnType<typeof getTranslations<"round">>>;

const rankOf = ({ rank, gone }: PublishedRow, t: Words): string => {
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

async function Lines({ result, page, mine, title, points }: Shown) {
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
