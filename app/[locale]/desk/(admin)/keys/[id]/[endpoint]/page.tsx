import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { BackLink } from "@/components/desk/back-link";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { CollapsedFields, OneTimeSecret, SubmitButton } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";
import { keyRound, trash } from "@/components/ui/icons/paths";
import { DescriptionList } from "@/components/ui/section";
import { type EndpointDetails, readEndpointDetails } from "@/lib/desk/endpoints/queries";
import { EndpointBadge, EventName } from "../endpoints";
import { Deliveries } from "./deliveries";

/** One endpoint: deliveries and actions (desk 46). */
export default defineDeskPage(
  "manage_keys",
  "desk.webhooks",
  async ({ t, actor, params: { endpoint: id = "" }, query: { said, show, after } }) => {
    const failed = show === "failed";
    const place = typeof after === "string" ? after : undefined;
    const page = await readEndpointDetails(actor, id, { failed, after: place }, new Date());
    if (!page) return;
    const { endpoint, key } = page;
    return (
      <DeskColumn>
        <title>{t("endpoint")}</title>
        <BackLink href={`/desk/keys/${key.id}`}>{key.name}</BackLink>
        <DeskFlashMessage said={said} />
        <PageHeading caption={t("endpoint")}>
          <span className="[overflow-wrap:anywhere]">{endpoint.url}</span>
        </PageHeading>
        <EndpointFacts endpoint={endpoint} />
        <EndpointForms endpoint={endpoint} />
        <Deliveries page={page} failed={failed} here={`/desk/keys/${key.id}/${id}`} />
      </DeskColumn>
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
                <EndpointBadge of={endpoint} />
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
            value: events.map((type, at) => (
              <span key={type}>
                {at > 0 && ", "}
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
  const about = <input type="hidden" name="endpoint" value={id} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <DeskForm name="ping" verb="endpoint_pinged">
          {about}
          <SubmitButton look="secondary">{t("ping")}</SubmitButton>
        </DeskForm>
        {failed > 0 && (
          <DeskForm name="replay" verb="endpoint_replayed">
            {about}
            <SubmitButton look="secondary">{t("replay", { count: failed })}</SubmitButton>
          </DeskForm>
        )}
      </div>
      <div className="mb-8">
        <DeskForm name="renew" verb="endpoint_renewed">
          <CollapsedFields summary={t("renew.title")} icon={keyRound}>
            <p className="mb-4 max-w-measure">{t("renew.lead")}</p>
            <OneTimeSecret words={t("secretOnce")} />
            {about}
            <input type="hidden" name="was" value={secret} />
            <SubmitButton look="secondary">{t("renew.make")}</SubmitButton>
          </CollapsedFields>
        </DeskForm>
        <DeskForm name="remove" verb="endpoint_removed">
          <CollapsedFields summary={t("remove.title")} icon={trash}>
            <p className="mb-4 max-w-measure">{t("remove.lead")}</p>
            {about}
            <SubmitButton look="danger">{t("remove.do")}</SubmitButton>
          </CollapsedFields>
        </DeskForm>
      </div>
    </>
  );
}
