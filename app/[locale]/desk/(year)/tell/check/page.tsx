import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskColumn } from "@/components/desk/desk-column";
import { DryRunPage } from "@/components/desk/dry-run-page";
import { NoSchoolYear } from "@/components/desk/no-school-year";
import { getNotificationTime, type ListPreview, previewList } from "@/lib/decisions/notifications/preview";
import { TYPED_CONFIRMATION_OVER } from "@/lib/decisions/notifications/verbs";
import { getListUrl } from "@/lib/desk/list/filters";
import { listNamedFreeWithWaiting } from "@/lib/desk/places/queries";
import { stateNames } from "@/lib/enrollment/states";
import { scheduleListAction } from "../actions";
import { parseSchoolTime } from "../parse-school-time";

/** What telling a year's list does, before anybody is told (desk 23). */
export default defineDeskPage(
  "tell_list",
  "decisions.list",
  async ({ t, actor, query: { year: named, day, time } }) => {
    const { longInstant } = await getDateFormats();
    const { year } = await getSelectedYear(named);
    if (!year) return <NoSchoolYear />;
    const [list, waited, wanted] = await Promise.all([
      previewList(year.id, actor),
      listNamedFreeWithWaiting(actor, [year.id]),
      parseSchoolTime(day, time),
    ]);
    const at = getNotificationTime(wanted === "wrong" ? undefined : wanted, new Date());
    const title = t("checkTitle", { count: list.count });
    return (
      <DeskColumn>
        <DryRunPage
          name={`tell-checked-${year.id}`}
          title={title}
          caption={year.year}
          counts={byState(list.counts).map(({ state, count }) => ({
            words: t("countOf", { count, state }),
            href: getListUrl({ filters: { year: year.id, state, told: "with_list" }, sort: "oldest" }),
          }))}
          count={list.count}
          mails={list.mails}
          samples={await Promise.all(list.samples.map(toPreviewMail))}
          unreached={list.unreached}
          waitedFor={waited}
          when={t("when", { time: longInstant(at) })}
          typedOver={TYPED_CONFIRMATION_OVER}
          submit={t("tellAll", { count: list.count })}
          back={`/desk/tell?year=${year.id}`}
          action={scheduleListAction}
        >
          <input type="hidden" name="year" value={year.id} />
          <input type="hidden" name="day" value={typeof day === "string" ? day : ""} />
          <input type="hidden" name="time" value={typeof time === "string" ? time : ""} />
        </DryRunPage>
      </DeskColumn>
    );
  },
);

const byState = (counts: ListPreview["counts"]) =>
  counts.toSorted((one, other) => stateNames.indexOf(one.state) - stateNames.indexOf(other.state));
