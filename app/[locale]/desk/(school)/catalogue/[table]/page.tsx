import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { PageHeading } from "@/components/layout/page-column";
import { buttonClass } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { plus } from "@/components/ui/icons/paths";
import { readTable } from "@/lib/desk/catalogue/queries";
import { Link } from "@/lib/i18n/navigation";
import { CatalogueTable } from "../catalogue-table";
import { getRowAddress, pagedTables } from "../table-addresses";

/** One catalogue table of a year (desk 26). */
export default defineYearPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, year, params: { table: requested }, query: { said } }) => {
    const table = pagedTables.find((name) => name === requested);
    if (!table) return;
    const { columns, rows } = await readTable(actor, table, year.id);
    const title = t(`tables.${table}`);
    return (
      <DeskPage
        title={title}
        heading={null}
        back={{ href: `/desk/catalogue?year=${year.id}`, text: t("title") }}
        flash={said}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-6">
          <div>
            <PageHeading caption={year.year}>{title}</PageHeading>
          </div>
          <Link href={getRowAddress(table, year.id)} className={`${buttonClass("secondary")} mb-5`}>
            <Icon d={plus} />
            {t("add")}
          </Link>
        </div>
        <nav aria-label={t("nav")} className="tabs mb-5">
          {pagedTables.map((name) => (
            <Link
              key={name}
              href={`/desk/catalogue/${name}?year=${year.id}`}
              aria-current={name === table ? "page" : undefined}
            >
              {t(`tables.${name}`)}
            </Link>
          ))}
        </nav>
        <CatalogueTable
          caption={title}
          columns={columns}
          rows={rows}
          getHref={({ key }) => getRowAddress(table, year.id, key)}
        />
      </DeskPage>
    );
  },
);
