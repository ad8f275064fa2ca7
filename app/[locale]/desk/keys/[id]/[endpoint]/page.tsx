import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { showEndpoint } from "@/lib/office/keys/show-endpoint";
import { settings } from "@/lib/school/settings";
import { formWords } from "../../../form-words";
import { passwordFirst } from "../../../password-first";
import { requireStaff } from "../../../session";
import { pingAction, removeEndpointAction, renewEndpointAction, replayAction } from "./actions";
import { Deliveries } from "./deliveries";
import { EndpointFacts } from "./endpoint-facts";
import { EndpointForms } from "./endpoint-forms";

type Asked = PageProps<"/[locale]/desk/keys/[id]/[endpoint]">;

/** An endpoint: what was sent there, what became of it, and what can be done about it (desk 46). */
export default orAway(async function Page({ params, searchParams }: Asked) {
  const [{ actor }, { endpoint: id }, { said, show, after }] = await Promise.all([
    requireStaff(),
    params,
    searchParams,
  ]);
  const failed = show === "failed";
  const place = typeof after === "string" ? after : undefined;
  const page = await passwordFirst(showEndpoint(actor, id, { failed, after: place }, new Date()));
  if (!page) return <NoSuchPage />;
  const [t, format, words, { time_zone: timeZone }] = await Promise.all([
    getTranslations("desk.webhooks"),
    getFormatter(),
    formWords(),
    settings(),
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "medium", timeZone });
  const { endpoint, key } = page;
  return (
    <DeskColumn>
      <title>{t("endpoint")}</title>
      <Back href={`/desk/keys/${key.id}`}>{key.name}</Back>
      <DeskSaid said={said} />
      <Title caption={t("endpoint")}>
        <span className="[overflow-wrap:anywhere]">{endpoint.url}</span>
      </Title>
      <EndpointFacts endpoint={endpoint} instant={instant} />
      <EndpointForms
        endpoint={endpoint}
        actions={{
          ping: pingAction,
          replay: replayAction,
          renew: renewEndpointAction,
          remove: removeEndpointAction,
        }}
        words={words}
      />
      <Deliveries
        page={page}
        failed={failed}
        here={`/desk/keys/${key.id}/${id}`}
        replay={replayAction}
        words={words}
        instant={instant}
      />
    </DeskColumn>
  );
});
