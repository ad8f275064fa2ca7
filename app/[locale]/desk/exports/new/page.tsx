import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import type { Locale } from "@/lib/i18n/locales";
import { exportColumns } from "@/lib/office/export/columns";
import { exportWords } from "@/lib/office/export/words";
import { isNarrowed, listAddress, readListQuery } from "@/lib/office/filters";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { exportAction } from "./actions";
import { ExportForm } from "./export-form";

/** A list as a file: which columns, and in what form (desk 25). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/exports/new">) {
  const session = await requireStaff();
  const parameters = await searchParams;
  const query = readListQuery(parameters);
  const bulk = typeof parameters.bulk === "string" ? parameters.bulk : undefined;
  const everybody = !bulk && !isNarrowed(query.filters, query.search);
  if (!may(session.actor, everybody ? "export_everybody" : "export_list")) return <NoSuchPage />;
  const [t, words] = await Promise.all([getTranslations("desk.exports"), formWords()]);
  const { label } = exportWords((await getLocale()) as Locale);
  const list = listAddress(query).split("?")[1] ?? "";
  return (
    <DeskColumn>
      <title>{t("newTitle")}</title>
      <Title>{t("newTitle")}</Title>
      <ExportForm
        list={list}
        bulk={bulk}
        columns={exportColumns.map((column) => ({
          name: column.name,
          group: column.group,
          label: label(column),
        }))}
        action={exportAction}
        words={words}
      />
    </DeskColumn>
  );
});
