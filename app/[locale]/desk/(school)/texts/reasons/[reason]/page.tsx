import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { ReasonForm } from "@/app/[locale]/desk/(school)/texts/reason-form";
import { DeskPage } from "@/components/desk/desk-page";
import { readReason } from "@/lib/desk/reasons/verbs";

/** One reason for decisions (desk 21, 44). */
export default defineDeskPage(
  "change_settings",
  "desk.texts",
  async ({ t, actor, params: { reason: code = "" } }) => {
    const { date } = await getDateFormats();
    const details = await readReason(actor, code);
    if (!details) return;
    const { reason, last } = details;
    return (
      <DeskPage back={{ href: "/desk/texts", text: t("title") }}>
        <ReasonForm
          reason={reason}
          {...(last && {
            last: t("changedBy", {
              who: last.name ?? t("command"),
              day: date(last.at),
            }),
          })}
        />
      </DeskPage>
    );
  },
);
