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
    const { dayOf } = await getDateFormats();
    const found = await readReason(actor, code);
    if (!found) return;
    const { reason, last } = found;
    return (
      <DeskPage back={{ href: "/desk/texts", text: t("title") }}>
        <ReasonForm
          reason={reason}
          {...(last && {
            last: t("changedBy", {
              who: last.name ?? t("command"),
              day: dayOf(last.at),
            }),
          })}
        />
      </DeskPage>
    );
  },
);
