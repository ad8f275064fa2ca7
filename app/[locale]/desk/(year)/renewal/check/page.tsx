import { getLocale } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DryRunPage } from "@/app/[locale]/desk/_lib/dry-run-page";
import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { redirectTo } from "@/app/[locale]/desk/_lib/session";
import { DeskPage } from "@/components/desk/desk-page";
import { HiddenField } from "@/components/forms/fields";
import { previewRenewal } from "@/lib/admission/renewal/queries";
import { getNotificationTime } from "@/lib/decisions/notifications/preview";
import { parsePosition } from "@/lib/desk/bulk/queries";
import { getListUrl } from "@/lib/desk/list/filters";
import { addElision, formatDay } from "@/lib/i18n/format";
import { isDay } from "@/lib/platform/dates";
import { openRenewalAction } from "../actions";

/** Preview of renewal invitations (admission 14). */
export default defineYearPage(
  "run_round",
  "desk.renewal",
  async ({ t, actor, year, query: { day, from } }) => {
    const back = `/desk/renewal?year=${year.id}`;
    if (typeof day !== "string" || !isDay(day)) return redirectTo(back);
    const [locale, { longInstant }, { previousYear, silent, waits, desk, ...preview }] = await Promise.all([
      getLocale(),
      getDateFormats(),
      previewRenewal(actor, year, day, parsePosition(from)),
    ]);
    const getPreviousHref = (state: "accepted" | "waiting") =>
      getListUrl({ filters: { year: previousYear, state }, sort: "newest" });
    const counts = [
      { text: t("asked.silent", { count: silent }), href: getPreviousHref("accepted") },
      { text: t("asked.waits", { count: waits }), href: getPreviousHref("waiting") },
      { text: t("asked.desk", { count: desk }), href: `${back}#desk` },
    ];
    const mailTime = longInstant(getNotificationTime(undefined, new Date()));
    const count = silent + waits;
    return (
      <DeskPage>
        <DryRunPage
          mails={preview.mails}
          name={`renewal-checked-${year.id}`}
          title={t("checkTitle", { count })}
          caption={year.year}
          counts={counts}
          count={count}
          samples={await Promise.all(preview.samples.map(toPreviewMail))}
          resultHeading={t("gets")}
          table={preview.table}
          getPageHref={(from) => `/desk/renewal/check?year=${year.id}&day=${day}&from=${from}`}
          facts={
            <p className="mb-4">{t("when", addElision({ time: mailTime, day: formatDay(day, locale) }))}</p>
          }
          submitText={t("open")}
          back={{ href: back }}
          action={openRenewalAction}
        >
          <input type="hidden" name="year" value={year.id} />
          <input type="hidden" name="answerBy" value={day} />
          <HiddenField name="count" value={String(count)} />
        </DryRunPage>
      </DeskPage>
    );
  },
);
