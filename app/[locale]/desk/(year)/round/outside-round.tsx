import { getTranslations } from "next-intl/server";
import { getPage, PAGE_SIZE, Pagination } from "@/components/site/pagination";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { listOutsideRound } from "@/lib/admission/draw/queries";
import type { Round } from "@/lib/admission/round";
import { createPreviewTable } from "@/lib/decisions/notifications/preview";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission, type Permission } from "@/lib/people/staff/permissions";

type OutsideReason = Awaited<ReturnType<typeof listOutsideRound>>[number]["reason"];

type Props = {
  round: Round;
  actor: Actor;
  /** From 1. */
  page: unknown;
  /** Address of the page. */
  pageHref: string;
};

/** Enrollments outside of the round, with the reason and where it is settled (admission 3). */
export async function OutsideRound({ round, actor, page: requested, pageHref }: Props) {
  const [t, tableTexts] = await Promise.all([
    getTranslations("desk.round.outside"),
    getTranslations("desk.publication"),
  ]);
  const outside = await listOutsideRound(actor, round);
  if (outside.length === 0) return null;
  const { page, from } = getPage(outside.length, Number(requested));
  const shown = outside.slice(from, from + PAGE_SIZE);
  const { rows } = await createPreviewTable(shown, { isMailed: () => false });
  const toHref = (page: number) => `${pageHref}&outside=${page}#outside`;
  const title = t("title", { count: outside.length });
  return (
    <Section id="outside" title={title}>
      <DataTable
        caption={title}
        columns={[
          { key: "student", label: tableTexts("student") },
          ...(["choice", "why", "way"] as const).map((key) => ({ key, label: t(key) })),
        ]}
      >
        {rows.map(({ reference, student, place, reason }) => {
          const solution = solutions[reason];
          return (
            <TableRow key={reference}>
              <TableRowHeader>
                <Link href={`/desk/enrollments/${reference}`}>
                  <bdi>{student || reference}</bdi>
                </Link>
              </TableRowHeader>
              <TableCell data-label={t("choice")}>{place || "–"}</TableCell>
              <TableCell data-label={t("why")}>{t(`reasons.${reason}`)}</TableCell>
              <TableCell>
                {hasPermission(actor, solution.permission) && (
                  <Link href={solution.href(reference, round.schoolYearId)}>
                    {t(`ways.${reason}`)} <span className="sr-only">: {student || reference}</span>
                  </Link>
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </DataTable>
      {outside.length > PAGE_SIZE && <Pagination page={page} count={outside.length} getHref={toHref} />}
    </Section>
  );
}

const getHref = (reference: string) => `/desk/enrollments/${reference}`;

/** Where each reason is settled, and by whom. */
const solutions: Record<
  OutsideReason,
  { permission: Permission; href: (reference: string, schoolYearId: number) => string }
> = {
  no_choice: { permission: "decide", href: (reference) => `${getHref(reference)}/ask` },
  not_combined: { permission: "correct", href: (reference) => `${getHref(reference)}/correct/studies` },
  no_places: { permission: "set_places", href: (_, year) => `/desk/places?year=${year}` },
  left_out: { permission: "decide", href: getHref },
  late: { permission: "decide", href: getHref },
};
