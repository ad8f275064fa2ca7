import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { plus } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";
import { readTable } from "@/lib/desk/catalogue/queries";
import { deskPage } from "../../desk-page";
import { deskYear } from "../../desk-year";
import { NoYear } from "../../no-year";
import { CatalogueTable } from "../catalogue-table";
import { pagedTables, rowAddress } from "../tables";

/** One table of the catalogue, of one school year (desk 26). */
export default deskPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, params: { table: wanted }, query: { year: wantedYear, said } }) => {
    const table = pagedTables.find((name) => name === wanted);
    if (!table) return;
    const { year } = await deskYear(wantedYear);
    if (!year) return <NoYear />;
    const { columns, rows } = await readTable(actor, table, year.id);
    const title = t(`tables.${table}`);
    return (
      <DeskColumn>
        <title>{title}</title>
        <Back href={`/desk/catalogue?year=${year.id}`}>{t("title")}</Back>
        <DeskSaid said={said} />
        <div className="flex flex-wrap items-end justify-between gap-x-6">
          <div>
            <Title caption={year.year}>{title}</Title>
          </div>
          <Link href={rowAddress(table, year.id)} className={`${buttonClass("secondary")} mb-5`}>
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
          hrefOf={({ key }) => rowAddress(table, year.id, key)}
        />
      </DeskColumn>
    );
  },
);
