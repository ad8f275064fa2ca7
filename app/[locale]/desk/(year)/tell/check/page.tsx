import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DryRunPage } from "@/app/[locale]/desk/_lib/dry-run-page";
import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { DeskPage } from "@/components/desk/desk-page";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { HiddenField } from "@/components/forms/fields";
import { getNotificationTime, previewList } from "@/lib/decisions/notifications/preview";
import { parsePosition } from "@/lib/desk/bulk/queries";
import { getListUrl } from "@/lib/desk/list/filters";
import { listNamedFreeWithWaiting } from "@/lib/desk/places/queries";
import { stateNames } from "@/lib/enrollment/states";
import { scheduleListAction } from "../actions";
import { parseSchoolTime } from "../parse-school-time";

/** Preview of a notification (desk 23). */
export default defineYearPage(
  "tell_list",
  "decisions.list",
  async ({ t, actor, year, query: { day, time, from } }) => {
    const { longInstant } = await getDateFormats();
    const [list, freePlaces, requestedTime] = await Promise.all([
      previewList(year.id, actor, parsePosition(from)),
      listNamedFreeWithWaiting(actor, [year.id]),
      parseSchoolTime(day, time),
    ]);
    const counts = list.counts.toSorted((a, b) => stateNames.indexOf(a.state) - stateNames.indexOf(b.state));
    const at = getNotificationTime(requestedTime === "wrong" ? undefined : requestedTime, new Date());
    const dayText = typeof day === "string" ? day : "";
    const timeText = typeof time === "string" ? time : "";
    return (
      <DeskPage>
        <DryRunPage
          name={`tell-checked-${year.id}`}
          title={t("checkTitle", { count: list.count })}
          caption={year.year}
          counts={counts.map(({ state, count }) => ({
            text: t("countOf", { count, state }),
            href: getListUrl({ filters: { year: year.id, state, told: "with_list" }, sort: "oldest" }),
          }))}
          count={list.count}
          mails={list.mails}
          samples={await Promise.all(list.samples.map(toPreviewMail))}
          resultHeading={t("gets")}
          table={{
            ...list.table,
            rows: list.table.rows.map((row) => ({ ...row, result: <StateBadge state={row.state} /> })),
          }}
          getPageHref={(from) =>
            `/desk/tell/check?${new URLSearchParams({ year: String(year.id), day: dayText, time: timeText, from: String(from) })}`
          }
          freePlaces={freePlaces}
          facts={<p className="mb-4">{t("when", { time: longInstant(at) })}</p>}
          submitText={t("tellAll", { count: list.count })}
          back={{ href: `/desk/tell?year=${year.id}` }}
          action={scheduleListAction}
        >
          <input type="hidden" name="year" value={year.id} />
          <input type="hidden" name="day" value={dayText} />
          <input type="hidden" name="time" value={timeText} />
          <HiddenField name="count" value={String(list.count)} />
        </DryRunPage>
      </DeskPage>
    );
  },
);
