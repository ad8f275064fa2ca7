import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { showReason } from "@/lib/office/reasons";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { formWords } from "../../../form-words";
import { requireStaff } from "../../../session";
import { reasonAction, retireReasonAction } from "../../actions";
import { ReasonForm } from "../../reason-form";

/** One of the reasons that decisions are told with (desk 21, 44). */
export default orAway(async function Page({ params }: PageProps<"/[locale]/desk/texts/reasons/[reason]">) {
  const [{ actor }, { reason: code }] = await Promise.all([requireStaff(), params]);
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, format, words, { time_zone: timeZone }, found] = await Promise.all([
    getTranslations("desk.texts"),
    getFormatter(),
    formWords(),
    settings(),
    showReason(actor, code),
  ]);
  if (!found) return <NoSuchPage />;
  const { reason, last } = found;
  return (
    <DeskColumn>
      <Back href="/desk/texts">{t("title")}</Back>
      <ReasonForm
        reason={reason}
        {...(last && {
          last: t("changedBy", {
            who: last.name ?? t("command"),
            day: format.dateTime(last.at, { dateStyle: "long", timeZone }),
          }),
        })}
        actions={{ save: reasonAction, retire: retireReasonAction }}
        words={words}
      />
    </DeskColumn>
  );
});
