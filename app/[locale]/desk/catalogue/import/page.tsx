import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { importAction } from "./actions";
import { ImportForm } from "./import-form";

/** A catalogue out of a workbook or another file: first what it would change, then that and nothing else (desk 28). */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words] = await Promise.all([getTranslations("desk.catalogue"), formWords()]);
  return (
    <DeskColumn>
      <Back href="/desk/catalogue">{t("title")}</Back>
      <ImportForm action={importAction} words={words} />
    </DeskColumn>
  );
});
