import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getDeliveryStatus, getStatusTime } from "@/app/[locale]/desk/_lib/delivery-status";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DayCounts } from "@/app/[locale]/desk/(day)/mail/day-counts";
import {
  getMailPageAddress,
  type MailTab,
  mailTabs,
  parseMailQuery,
} from "@/app/[locale]/desk/(day)/mail/parse-mail-query";
import { DeskPage } from "@/components/desk/desk-page";
import { CollapsedFields, SubmitButton, TextField } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import {
  countMailByKind,
  listMail,
  listSuppressedAddresses,
  type MailFilters,
  readMailInterruption,
} from "@/lib/desk/mail/queries";
import { Link } from "@/lib/i18n/navigation";
import { isDeliverable } from "@/lib/mail/addresses";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

/** Today's messages, failed ones, and pausing (desk 47). */
export default defineDeskPage("read", "desk.mail", async ({ t, actor, query }) => {
  const today = await getSchoolToday();
  const mailQuery = parseMailQuery(query, today);
  const interruption = await readMailInterruption(actor);
  const canPause = hasPermission(actor, "change_settings");
  return (
    <DeskPage title={t("title")} flash={query.said}>
      {interruption && <InterruptionNotice interruption={interruption} canResume={canPause} />}
      <MailTabs tab={mailQuery.tab} />
      {mailQuery.tab === "addresses" ? (
        <AddressList
          addresses={await listSuppressedAddresses(actor)}
          canLift={hasPermission(actor, "correct")}
        />
      ) : (
        <Messages mailQuery={mailQuery} actor={actor} today={today} />
      )}
      {canPause && !interruption && <PauseSection />}
    </DeskPage>
  );
});

type MessagesProps = {
  mailQuery: ReturnType<typeof parseMailQuery>;
  actor: Actor;
  today: Day;
};

async function Messages({ mailQuery, actor, today }: MessagesProps) {
  const { tab, day, filters } = mailQuery;
  const isDay = tab === "day";
  const [page, counts] = await Promise.all([
    listMail(actor, filters),
    isDay ? countMailByKind(actor, day) : [],
  ]);
  return (
    <>
      {isDay && <DayCounts day={day} today={today} counts={counts} filters={filters} />}
      <MailList page={page} filters={{ ...(!isDay && { show: tab }), ...filters }} />
    </>
  );
}

function MailTabs({ tab }: { tab: MailTab }) {
  const t = useTranslations("desk.mail");
  return (
    <nav aria-label={t("title")} className="tabs mb-5">
      {mailTabs.map((mailTab) => (
        <Link
          key={mailTab}
          href={getMailPageAddress(mailTab === "day" ? {} : { show: mailTab })}
          aria-current={mailTab === tab ? "page" : undefined}
        >
          {t(`tabs.${mailTab}`)}
        </Link>
      ))}
    </nav>
  );
}

type Props = {
  interruption: NonNullable<Awaited<ReturnType<typeof readMailInterruption>>>;
  canResume: boolean;
};

/** Mail is suspended: since when, why, and how many wait. */
function InterruptionNotice({ interruption: { reason, since, pausedBy, waiting }, canResume }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mail");
  return (
    <Notice tone="wait">
      <p>
        <strong>{t(`stop.${reason}`)}</strong>{" "}
        {t("stop.since", { at: instant(since), who: pausedBy ?? "none" })}{" "}
        {t("stop.waiting", { count: waiting })}
      </p>
      {reason === "paused" && canResume && (
        <div className="mt-3">
          <PauseForm paused="no">{t("goOn")}</PauseForm>
        </div>
      )}
    </Notice>
  );
}

const PauseForm = ({ paused, children }: { paused: "yes" | "no"; children: ReactNode }) => (
  <DeskForm name="pause" verb="mail_paused">
    <input type="hidden" name="paused" value={paused} />
    <SubmitButton variant="secondary">{children}</SubmitButton>
  </DeskForm>
);

/** Explains the consequences first. */
function PauseSection() {
  const t = useTranslations("desk.mail");
  return (
    <Section id="pause" title={t("pause.title")} className="mt-8">
      <p className="mt-3 mb-4 max-w-measure">{t("pause.lead")}</p>
      <PauseForm paused="yes">{t("pause.do")}</PauseForm>
    </Section>
  );
}

type AddressListProps = {
  addresses: Awaited<ReturnType<typeof listSuppressedAddresses>>;
  canLift: boolean;
};

/** Suppressed addresses. */
function AddressList({ addresses, canLift }: AddressListProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mail.addresses");
  if (addresses.length === 0) return <EmptyState>{t("none")}</EmptyState>;
  return (
    <>
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      <ul className="border-t border-hairline">
        {addresses.map(({ address, reason, since, name, references }, index) => (
          <li key={address} className="border-b border-hairline py-3">
            <p className="font-semibold [overflow-wrap:anywhere]">
              {name && `${name} · `}
              {address}
            </p>
            <p className="text-small">{t(`reasons.${reason}`, { at: instant(since) })}</p>
            <p className="flex flex-wrap gap-x-4">
              {references.map((reference) => (
                <MailsLink key={reference} reference={reference} />
              ))}
            </p>
            {canLift && (
              <DeskForm name={`lift-${index}`} verb="address_lifted">
                <CollapsedFields summary={t("lift")}>
                  <p className="mb-4 max-w-measure text-small text-muted">{t(`hints.${reason}`)}</p>
                  <input type="hidden" name="address" value={address} />
                  <TextField name={`reason-${index}`} label={t("why")} maxLength={2000} autoComplete="off" />
                  <SubmitButton variant="secondary">{t("do")}</SubmitButton>
                </CollapsedFields>
              </DeskForm>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const MailsLink = ({ reference }: { reference: string }) => (
  <Link
    href={`/desk/enrollments/${reference}#mails`}
    className="inline-flex min-h-target items-center font-mono"
  >
    {reference}
  </Link>
);

type MailListProps = {
  page: Awaited<ReturnType<typeof listMail>>;
  /** Kept in links to older messages. */
  filters: { show?: MailTab } & MailFilters;
};

function MailList({ page: { messages, next }, filters }: MailListProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mail");
  const states = useTranslations("desk.mails");
  const kinds = useTranslations("mailKinds");
  if (messages.length === 0) return filters.show ? <EmptyState>{t("noTrouble")}</EmptyState> : null;
  return (
    <>
      <ul className="mt-4 border-t border-hairline">
        {messages.map((message) => {
          const { id, kind, lastError, enrollment, person } = message;
          const state = getDeliveryStatus(message);
          const problem = (["failed", "bounced", "complained"] as const).find((status) => status === state);
          const code = state === "failed" || state === "queued" ? lastError : null;
          const hasText = code && t.has(`why.${code}` as "why.no_mailbox");
          return (
            <li
              key={id}
              className="grid gap-x-6 border-b border-hairline py-3 text-small md:grid-cols-[3fr_4fr_auto]"
            >
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-semibold">{kinds(`names.${kind}`)}</span>
                <span className="block text-muted">
                  {[
                    [person.name, person.surname].filter(Boolean).join(" "),
                    isDeliverable(person.email) && person.email,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </p>
              <div className="min-w-0">
                <p className={problem ? "text-danger" : undefined}>
                  {states(`states.${state}`, { time: instant(getStatusTime(message)) })}
                </p>
                {code && <p>{hasText ? t(`why.${code}` as "why.no_mailbox") : t("code", { code })}</p>}
              </div>
              {enrollment && <MailsLink {...enrollment} />}
            </li>
          );
        })}
      </ul>
      {next && (
        <p className="mt-4">
          <LinkButton href={getMailPageAddress({ ...filters, after: next })} rel="next" variant="secondary">
            {t("older")}
          </LinkButton>
        </p>
      )}
    </>
  );
}
