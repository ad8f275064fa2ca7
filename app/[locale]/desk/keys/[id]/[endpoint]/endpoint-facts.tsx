import { useTranslations } from "next-intl";
import { Facts } from "@/components/ui/section";
import type { ListedEndpoint } from "@/lib/office/keys/show-endpoint";
import { EndpointChip, EventName } from "../endpoints";

type Props = { endpoint: ListedEndpoint; instant: (date: Date) => string };

/** How an endpoint stands and what it wants. */
export function EndpointFacts({ endpoint, instant }: Props) {
  const t = useTranslations("desk.webhooks");
  const { events, createdAt, failingSince, offAt, offReason } = endpoint;
  return (
    <div className="mb-6 max-w-column">
      <Facts
        rows={[
          {
            label: t("state"),
            value: (
              <>
                <EndpointChip of={endpoint} />
                {offAt && offReason && (
                  <span className="block">{t(`off.${offReason}`, { at: instant(offAt) })}</span>
                )}
                {!offAt && failingSince && (
                  <span className="block">{t("failingSince", { at: instant(failingSince) })}</span>
                )}
              </>
            ),
          },
          {
            label: t("new.events"),
            value: events.map((type, at) => (
              <span key={type}>
                {at > 0 && ", "}
                <EventName type={type} />
              </span>
            )),
          },
          { label: t("made"), value: instant(createdAt) },
        ]}
      />
    </div>
  );
}
