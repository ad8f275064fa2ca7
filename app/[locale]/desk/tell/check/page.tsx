import { schoolDates } from "@/app/[locale]/school-dates";
import { DeskColumn } from "@/components/desk/desk-column";
import { type ListPreview, previewList, getNotificationTime } from "@/lib/decisions/notifications/preview";
import { TYPED_CONFIRMATION_OVER } from "@/lib/decisions/notifications/verbs";
import { stateNames } from "@/lib/enrollment/states";
import { getListUrl } from "@/lib/desk/list/filters";
import { listNamedFreeWithWaiting } from "@/lib/desk/places/queries";
import { addressed } from "../../decision-preview";
import { deskPage } from "../../desk-page";
import { deskYear } from "../../desk-year";
import { NoYear } from "../../no-year";
import { tellCheckedAction } from "../actions";
import { wantedInstant } from "../wanted-instant";
import { PublicationCheck } from "./publication-check";

/** What telling a year's list does, before anybody is told (desk 23). */
export default deskPage(
  "tell_list",
  "decisions.list",
  async ({ t, actor, query: { year: named, day, time } }) => {
    const { longInstant } = await schoolDates();
    const { year } = await deskYear(named);
    if (!year) return <NoYear />;
    const [list, waited, wanted] = await Promise.all([
      previewList(year.id, actor),
      listNamedFreeWithWaiting(actor, [year.id]),
      wantedInstant(day, time),
    ]);
    const at = getNotificationTime(wanted === "wrong" ? undefined : wanted, new Date());
    const title = t("checkTitle", { count: list.count });
    return (
      <DeskColumn>
        <PublicationCheck
          name={`tell-checked-${year.id}`}
          title={title}
          caption={year.year}
          counts={byState(list.counts).map(({ state, count }) => ({
            words: t("countOf", { count, state }),
            href: getListUrl({ filters: { year: year.id, state, told: "with_list" }, sort: "oldest" }),
          }))}
          count={list.count}
          mails={list.mails}
          samples={await Promise.all(list.samples.map(addressed))}
          unreached={list.unreached}
          waitedFor={waited}
          when={t("when", { time: longInstant(at) })}
          typedOver={TYPED_CONFIRMATION_OVER}
          submit={t("tellAll", { count: list.count })}
          back={`/desk/tell?year=${year.id}`}
          action={tellCheckedAction}
        >
          <input type="hidden" name="year" value={year.id} />
          <input type="hidden" name="day" value={typeof day === "string" ? day : ""} />
          <input type="hidden" name="time" value={typeof time === "string" ? time : ""} />
        </PublicationCheck>
      </DeskColumn>
    );
  },
);

const byState = (counts: ListPreview["counts"]) =>
  counts.toSorted((one, other) => stateNames.indexOf(one.state) - stateNames.indexOf(other.state));
