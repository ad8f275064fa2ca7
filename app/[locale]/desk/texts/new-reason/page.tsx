import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { reasonAction, retireReasonAction } from "../actions";
import { ReasonForm } from "../reason-form";

/** Another reason, offered with those that there are (desk 44). */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words] = await Promise.all([getTranslations("desk.texts"), formWords()]);
  return (
    <DeskColumn>
      <Back href="/desk/texts">{t("title")}</Back>
      <ReasonForm actions={{ save: reasonAction, retire: retireReasonAction }} words={words} />
    </DeskColumn>
  );
});
