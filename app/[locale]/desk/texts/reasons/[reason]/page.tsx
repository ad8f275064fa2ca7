import { schoolDates } from "@/app/[locale]/school-dates";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { readReason } from "@/lib/desk/texts/verbs";
import { deskPage } from "../../../desk-page";
import { ReasonForm } from "../../reason-form";

/** One of the reasons that decisions are told with (desk 21, 44). */
export default deskPage(
  "change_settings",
  "desk.texts",
  async ({ t, actor, params: { reason: code = "" } }) => {
    const { dayOf } = await schoolDates();
    const found = await readReason(actor, code);
    if (!found) return;
    const { reason, last } = found;
    return (
      <DeskColumn>
        <Back href="/desk/texts">{t("title")}</Back>
        <ReasonForm
          reason={reason}
          {...(last && {
            last: t("changedBy", {
              who: last.name ?? t("command"),
              day: dayOf(last.at),
            }),
          })}
        />
      </DeskColumn>
    );
  },
);
