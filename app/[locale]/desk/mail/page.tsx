import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { Link } from "@/lib/i18n/navigation";
import { stoppedAddresses } from "@/lib/office/mail/addresses";
import { listMail, mailOfDay } from "@/lib/office/mail/day";
import { shownStop } from "@/lib/office/mail/pause";
import { type Actor, may } from "@/lib/people/staff/rights";
import type { Day } from "@/lib/platform/dates";
import { settings } from "@/lib/school/settings";
import { today } from "@/lib/school/today";
import { formWords } from "../form-words";
import { requireStaff } from "../session";
import { liftAddressAction, pauseAction } from "./actions";
import { AddressList } from "./address-list";
import { DayCounts } from "./day-counts";
import { MailList } from "./mail-list";
import { type MailTab, mailAddress, mailQuery, mailTabs } from "./mail-query";
import { PauseForm, StopNotice } from "./pause-part";

/** What was sent today and how far it is, what did not arrive, and the way to pause it all (desk 47). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/mail">) {
  const [{ actor }, query, school, now] = await Promise.all([
    requireStaff(),
    searchParams,
    settings(),
    today(),
  ]);
  const timeZone = school.time_zone;
  const asked = mailQuery(query, now);
  const [t, format, words, stop] = await Promise.all([
    getTranslations("desk.mail"),
    getFormatter(),
    formWords(),
    shownStop(actor),
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  const pause = may(actor, "change_settings") ? pauseAction : undefined;
  return (
    <DeskPage title={t("title")} said={query.said}>
      {stop && <StopNotice stop={stop} instant={instant} action={pause} words={words} />}
      <MailTabs tab={asked.tab} />
      {asked.tab === "addresses" ? (
        <AddressList
          addresses={await stoppedAddresses(actor)}
          lift={may(actor, "correct") ? liftAddressAction : undefined}
          instant={instant}
          words={words}
        />
      ) : (
        <Messages asked={asked} actor={actor} timeZone={timeZone} today={now} instant={instant} />
      )}
      {pause && !stop && <PauseForm action={pause} words={words} />}
    </DeskPage>
  );
});

type MessagesProps = {
  asked: ReturnType<typeof mailQuery>;
  actor: Actor;
  timeZone: string;
  today: Day;
  instant: (date: Date) => string;
};

async function Messages({ asked, actor, timeZone, today, instant }: MessagesProps) {
  const { tab, day, filters } = asked;
  const isDay = tab === "day";
  const [page, counts] = await Promise.all([
    listMail(actor, filters, timeZone),
    isDay ? mailOfDay(actor, day, timeZone) : [],
  ]);
  return (
    <>
      {isDay && <DayCounts day={day} today={today} counts={counts} filters={filters} />}
      <MailList page={page} shown={{ ...(!isDay && { show: tab }), ...filters }} instant={instant} />
    </>
  );
}

function MailTabs({ tab }: { tab: MailTab }) {
  const t = useTranslations("desk.mail");
  return (
    <nav aria-label={t("title")} className="tabs mb-5">
      {mailTabs.map((one) => (
        <Link
          key={one}
          href={mailAddress(one === "day" ? {} : { show: one })}
          aria-current={one === tab ? "page" : undefined}
        >
          {t(`tabs.${one}`)}
        </Link>
      ))}
    </nav>
  );
}
