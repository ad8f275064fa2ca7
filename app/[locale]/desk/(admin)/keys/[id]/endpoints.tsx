import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import {
  CheckboxGroupField,
  CollapsedFields,
  OneTimeSecret,
  SubmitButton,
  TextField,
} from "@/components/forms/fields";
import { Badge } from "@/components/ui/badge";
import { check, cross, hourglass, plus } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import type { EndpointDetails } from "@/lib/desk/endpoints/verbs";
import { eventTypes } from "@/lib/events/schema";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  keyId: number;
  endpoints: EndpointDetails["endpoint"][];
  canAdd: boolean;
};

export function Endpoints({ keyId, endpoints, canAdd }: Props) {
  const t = useTranslations("desk.webhooks");
  return (
    <Section id="webhooks" title={t("title")}>
      <p className="mt-3 mb-3 max-w-measure text-small text-muted">{t("lead")}</p>
      {endpoints.length === 0 && <p className="mb-3">{t("none")}</p>}
      <ul className="mb-3">
        {endpoints.map((endpoint) => (
          <li
            key={endpoint.id}
            className="flex flex-wrap items-center justify-between gap-x-6 border-b border-hairline py-2"
          >
            <Link
              href={`/desk/keys/${keyId}/${endpoint.id}`}
              className="inline-flex min-h-target min-w-0 items-center [overflow-wrap:anywhere]"
            >
              {endpoint.url}
            </Link>
            <EndpointBadge endpoint={endpoint} />
          </li>
        ))}
      </ul>
      {canAdd && (
        <DeskForm name="endpoint" verb="endpoint_made">
          <CollapsedFields summary={t("new.title")} icon={plus}>
            <div className="max-w-column">
              <OneTimeSecret text={t("secretOnce")} />
              <input type="hidden" name="id" value={keyId} />
              <TextField
                name="url"
                type="url"
                inputMode="url"
                label={t("new.url")}
                hint={t("new.urlHint")}
                autoComplete="off"
                spellCheck={false}
              />
              <CheckboxGroupField
                name="events"
                label={t("new.events")}
                options={eventTypes.map((value) => ({ value, label: <EventName type={value} /> }))}
              />
              <SubmitButton variant="secondary">{t("new.make")}</SubmitButton>
            </div>
          </CollapsedFields>
        </DeskForm>
      )}
    </Section>
  );
}

const badges = {
  on: { tone: "ok", icon: check },
  failing: { tone: "wait", icon: hourglass },
  off: { tone: "danger", icon: cross },
} as const;

export function EndpointBadge({ endpoint: { offAt, failingSince } }: Pick<EndpointDetails, "endpoint">) {
  const t = useTranslations("desk.webhooks.states");
  const state = offAt ? "off" : failingSince ? "failing" : "on";
  return <Badge {...badges[state]}>{t(state)}</Badge>;
}

/** The raw type if it has no text. */
export function EventName({ type }: { type: string }) {
  const t = useTranslations("desk.webhooks");
  const key = type.replace(".", "_") as "ping";
  return <>{t.has(`types.${key}`) ? t(`types.${key}`) : type}</>;
}
