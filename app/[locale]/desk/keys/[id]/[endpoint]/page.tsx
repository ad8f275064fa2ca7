import { useTranslations } from "next-intl";
import { useSchoolDates } from "@/app/[locale]/school-dates";
import { FoldedFields, ShownLink, Submit } from "@/components/action/fields";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { keyRound, trash } from "@/components/ui/icons";
import { Facts } from "@/components/ui/section";
import { type EndpointRow, readEndpointDetails } from "@/lib/desk/endpoints/queries";
import { DeskForm } from "../../../desk-form";
import { deskPage } from "../../../desk-page";
import { EndpointChip, EventName } from "../endpoints";
import { pingAction, removeEndpointAction, renewEndpointAction, replayAction } from "./actions";
import { Deliveries } from "./deliveries";

/** An endpoint: what was sent there, what became of it, and what can be done about it (desk 46). */
export default deskPage(
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
        <Back href={`/desk/keys/${key.id}`}>{key.name}</Back>
        <DeskSaid said={said} />
        <Title caption={t("endpoint")}>
          <span className="[overflow-wrap:anywhere]">{endpoint.url}</span>
        </Title>
        <EndpointFacts endpoint={endpoint} />
        <EndpointForms endpoint={endpoint} />
        <Deliveries page={page} failed={failed} here={`/desk/keys/${key.id}/${id}`} />
      </DeskColumn>
    );
  },
);

/** How an endpoint stands and what it wants. */
function EndpointFacts({ endpoint }: { endpoint: EndpointRow }) {
  const { moment } = useSchoolDates();
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

type EndpointFormsProps = {
  endpoint: EndpointRow;
};

/** Tries an endpoint, sends anew what failed, gives it another secret, or takes it away. */
function EndpointForms({ endpoint: { id, failed, secret } }: EndpointFormsProps) {
  const t = useTranslations("desk.webhooks");
  const about = <input type="hidden" name="endpoint" value={id} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <DeskForm name="ping" action={pingAction}>
          {about}
          <Submit look="secondary">{t("ping")}</Submit>
        </DeskForm>
        {failed > 0 && (
          <DeskForm name="replay" action={replayAction}>
            {about}
            <Submit look="secondary">{t("replay", { count: failed })}</Submit>
          </DeskForm>
        )}
      </div>
      <div className="mb-8">
        <DeskForm name="renew" action={renewEndpointAction}>
          <FoldedFields summary={t("renew.title")} icon={keyRound}>
            <p className="mb-4 max-w-measure">{t("renew.lead")}</p>
            <ShownLink words={t("secretOnce")} />
            {about}
            <input type="hidden" name="was" value={secret} />
            <Submit look="secondary">{t("renew.make")}</Submit>
          </FoldedFields>
        </DeskForm>
        <DeskForm name="remove" action={removeEndpointAction}>
          <FoldedFields summary={t("remove.title")} icon={trash}>
            <p className="mb-4 max-w-measure">{t("remove.lead")}</p>
            {about}
            <Submit look="danger">{t("remove.do")}</Submit>
          </FoldedFields>
        </DeskForm>
      </div>
    </>
  );
}
