import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { EndpointBadge, EventName } from "@/app/[locale]/desk/(admin)/keys/[id]/endpoints";
import { DeskPage } from "@/components/desk/desk-page";
import { CollapsedFields, OneTimeSecret, SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { check, cross, hourglass, keyRound, trash } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import { type EndpointDetails, readEndpointDetails } from "@/lib/desk/endpoints/verbs";
import { Link } from "@/lib/i18n/navigation";

/** One endpoint: deliveries and actions (desk 46). */
export default defineDeskPage(
  "manage_keys",
  "desk.webhooks",
  async ({ t, actor, params: { endpoint: id = "" }, query: { said, show, after } }) => {
    const onlyFailed = show === "failed";
    const cursor = typeof after === "string" ? after : undefined;
    const page = await readEndpointDetails(actor, id, { failed: onlyFailed, after: cursor }, new Date());
    if (!page) return;
    const { endpoint, key } = page;
    return (
      <DeskPage
        title={t("endpoint")}
        heading={<span className="[overflow-wrap:anywhere]">{endpoint.url}</span>}
        caption={t("endpoint")}
        back={{ href: `/desk/keys/${key.id}`, text: key.name }}
        flash={said}
      >
        <EndpointFacts endpoint={endpoint} />
        <EndpointForms endpoint={endpoint} />
        <Deliveries page={page} onlyFailed={onlyFailed} pageHref={`/desk/keys/${key.id}/${id}`} />
      </DeskPage>
    );
  },
);

type Props = Pick<EndpointDetails, "endpoint">;

function EndpointFacts({ endpoint }: Props) {
  const { moment } = useDateFormats();
  const t = useTranslations("desk.webhooks");
  const { events, createdAt, failingSince, offAt, offReason } = endpoint;
  return (
    <div className="mb-6 max-w-column">
      <DescriptionList
        rows={[
          {
            label: t("state"),
            value: (
              <>
                <EndpointBadge endpoint={endpoint} />
                {offAt && offReason && (
                  <span className="block">{t(`off.${offReason}`, { at: moment(offAt) })}</span>
                )}
                {!offAt && failingSince && (
                  <span className="block">{t("failingSince", { at: moment(failingSince) })}</span>
                )}
              </>
            ),
          },
          {
            label: t("new.events"),
            value: events.map((type, index) => (
              <span key={type}>
                {index > 0 && ", "}
                <EventName type={type} />
              </span>
            )),
          },
          { label: t("made"), value: moment(createdAt) },
        ]}
      />
    </div>
  );
}

function EndpointForms({ endpoint: { id, failed, secret } }: Props) {
  const t = useTranslations("desk.webhooks");
  const idField = <input type="hidden" name="endpoint" value={id} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <DeskForm name="ping" verb="endpoint_pinged">
          {idField}
          <SubmitButton variant="secondary">{t("ping")}</SubmitButton>
        </DeskForm>
        {failed > 0 && (
          <DeskForm name="replay" verb="endpoint_replayed">
            {idField}
            <SubmitButton variant="secondary">{t("replay", { count: failed })}</SubmitButton>
          </DeskForm>
        )}
      </div>
      <div className="mb-8">
        <DeskForm name="renew" verb="endpoint_renewed">
          <CollapsedFields summary={t("renew.title")} icon={keyRound}>
            <p className="mb-4 max-w-measure">{t("renew.lead")}</p>
            <OneTimeSecret text={t("secretOnce")} />
            {idField}
            <input type="hidden" name="was" value={secret} />
            <SubmitButton variant="secondary">{t("renew.make")}</SubmitButton>
          </CollapsedFields>
        </DeskForm>
        <DeskForm name="remove" verb="endpoint_removed">
          <CollapsedFields summary={t("remove.title")} icon={trash}>
            <p className="mb-4 max-w-measure">{t("remove.lead")}</p>
            {idField}
            <SubmitButton variant="danger">{t("remove.do")}</SubmitButton>
          </CollapsedFields>
        </DeskForm>
      </div>
    </>
  );
}

type DeliveriesProps = {
  page: EndpointDetails;
  onlyFailed: boolean;
  pageHref: string;
};

/** Deliveries of thirty days with their attempts. */
function Deliveries({ page, onlyFailed, pageHref }: DeliveriesProps) {
  const t = useTranslations("desk.webhooks");
  return (
    <Section id="deliveries" title={t("deliveries")}>
      <nav aria-label={t("deliveries")} className="tabs mb-3">
        <Link href={pageHref} aria-current={onlyFailed ? undefined : "page"}>
          {t("all")}
        </Link>
        <Link href={`${pageHref}?show=failed`} aria-current={onlyFailed ? "page" : undefined}>
          {t("failed")} <span className="text-muted figures">{page.endpoint.failed}</span>
        </Link>
      </nav>
      {page.deliveries.length === 0 && <EmptyState>{t("nothing")}</EmptyState>}
      {page.deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} endpoint={page.endpoint.id} />
      ))}
      {page.next && (
        <p className="mt-4">
          <LinkButton
            href={`${pageHref}?${new URLSearchParams({ ...(onlyFailed && { show: "failed" }), after: page.next })}`}
            rel="next"
            variant="secondary"
          >
            {t("older")}
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

const badges = {
  delivered: { tone: "ok", icon: check },
  pending: { tone: "wait", icon: hourglass },
  failed: { tone: "danger", icon: cross },
} as const;

type Delivery = EndpointDetails["deliveries"][number];

type DeliveryItemProps = { delivery: Delivery; endpoint: string };

function DeliveryItem({ delivery, endpoint }: DeliveryItemProps) {
  const { moment } = useDateFormats();
  const t = useTranslations("desk.webhooks");
  const { id, event, type, reference, state, createdAt, nextAt, attempts } = delivery;
  return (
    <Disclosure
      summary={
        <span className="min-w-0 flex-1">
          <EventName type={type} /> {reference && <span className="font-mono">{reference}</span>}
          <span className="block text-small font-normal text-muted">{moment(createdAt)}</span>
        </span>
      }
      summaryEnd={
        <Badge {...badges[state]} bare>
          {t(`outcomes.${state}`)}
        </Badge>
      }
      open={useSavedFormName() === `replay-${id}`}
    >
      {attempts.length === 0 && <p className="mb-3">{t("noAttempt")}</p>}
      <ol className="mb-3 grid gap-3">
        {attempts.map((attempt) => (
          <li key={attempt.at.getTime()}>
            <AttemptItem attempt={attempt} />
          </li>
        ))}
      </ol>
      {state === "pending" && attempts.length > 0 && (
        <p className="mb-3">{t("nextAt", { at: moment(nextAt) })}</p>
      )}
      {event && state !== "pending" && (
        <DeskForm name={`replay-${id}`} verb="endpoint_replayed">
          <input type="hidden" name="endpoint" value={endpoint} />
          <input type="hidden" name="event" value={event} />
          <input type="hidden" name="was" value={nextAt.toISOString()} />
          <SubmitButton variant="secondary">{t("again")}</SubmitButton>
        </DeskForm>
      )}
    </Disclosure>
  );
}

/** Time, duration, and the first KiB of the response. */
function AttemptItem({ attempt }: { attempt: Delivery["attempts"][number] }) {
  const { moment } = useDateFormats();
  const t = useTranslations("desk.webhooks");
  const { at, milliseconds, status, error, answer } = attempt;
  const errorText =
    error && t.has(`errors.${error}` as "errors.time_out")
      ? t(`errors.${error}` as "errors.time_out")
      : error;
  return (
    <>
      <p>
        {moment(at)}: {status === null ? errorText : t("answered", { status })}{" "}
        <span className="text-muted">({t("took", { milliseconds })})</span>
      </p>
      {answer && (
        <pre className="mt-1 max-h-40 overflow-auto text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
          {answer}
        </pre>
      )}
    </>
  );
}
