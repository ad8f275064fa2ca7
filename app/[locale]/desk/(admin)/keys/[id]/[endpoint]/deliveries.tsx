import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton } from "@/components/forms/fields";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { check, cross, hourglass } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import type { EndpointDetails } from "@/lib/desk/endpoints/queries";
import { Link } from "@/lib/i18n/navigation";
import { EventName } from "../endpoints";

type Props = {
  page: EndpointDetails;
  failed: boolean;
  here: string;
};

/** Deliveries of thirty days with their attempts. */
export function Deliveries({ page, failed, here }: Props) {
  const t = useTranslations("desk.webhooks");
  return (
    <Section id="deliveries" title={t("deliveries")}>
      <nav aria-label={t("deliveries")} className="tabs mb-3">
        <Link href={here} aria-current={failed ? undefined : "page"}>
          {t("all")}
        </Link>
        <Link href={`${here}?show=failed`} aria-current={failed ? "page" : undefined}>
          {t("failed")} <span className="text-muted figures">{page.endpoint.failed}</span>
        </Link>
      </nav>
      {page.deliveries.length === 0 && <EmptyState>{t("nothing")}</EmptyState>}
      {page.deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} endpoint={page.endpoint.id} />
      ))}
      {page.next && (
        <p className="mt-4">
          <Link
            href={`${here}?${new URLSearchParams({ ...(failed && { show: "failed" }), after: page.next })}`}
            rel="next"
            className={buttonClass("secondary")}
          >
            {t("older")}
          </Link>
        </p>
      )}
    </Section>
  );
}

const looks = {
  delivered: { tone: "ok", icon: check },
  pending: { tone: "wait", icon: hourglass },
  failed: { tone: "danger", icon: cross },
} as const;

type Delivery = EndpointDetails["deliveries"][number];

type OneProps = { delivery: Delivery; endpoint: string };

function DeliveryItem({ delivery, endpoint }: OneProps) {
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
      news={
        <Badge {...looks[state]} bare>
          {t(`outcomes.${state}`)}
        </Badge>
      }
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
          <SubmitButton look="secondary">{t("again")}</SubmitButton>
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
  const known =
    error && t.has(`errors.${error}` as "errors.time_out")
      ? t(`errors.${error}` as "errors.time_out")
      : error;
  return (
    <>
      <p>
        {moment(at)}: {status === null ? known : t("answered", { status })}{" "}
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
