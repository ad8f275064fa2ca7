import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { showKey } from "@/lib/office/keys/show";
import { endpointEvents, endpointsOf } from "@/lib/office/keys/show-endpoint";
import { settings } from "@/lib/school/settings";
import { today } from "@/lib/school/today";
import { formWords } from "../../form-words";
import { passwordFirst } from "../../password-first";
import { requireStaff } from "../../session";
import {
  addEndpointAction,
  changeKeyAction,
  emptySandboxAction,
  endOverlapAction,
  renewKeyAction,
  stopKeyAction,
} from "./actions";
import { Endpoints } from "./endpoints";
import { KeyFacts } from "./key-facts";
import { KeyForms, StopForm } from "./key-forms";
import { SandboxPart } from "./sandbox-part";

/** One key: what it may and did, its secret, its endpoints and its sandbox (desk 29, 46). */
export default orAway(async function Page({ params, searchParams }: PageProps<"/[locale]/desk/keys/[id]">) {
  const [{ actor }, { id: text }, { said }] = await Promise.all([requireStaff(), params, searchParams]);
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const now = new Date();
  const found = await passwordFirst(Promise.all([showKey(actor, id, now), endpointsOf(actor, id, now)]));
  const [key, endpoints] = found ?? [];
  if (!key || !endpoints) return <NoSuchPage />;
  const [t, format, words, { time_zone: timeZone }, day] = await Promise.all([
    getTranslations("desk.keys"),
    getFormatter(),
    formWords(),
    settings(),
    today(),
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  const works = key.state !== "revoked";
  return (
    <DeskColumn>
      <title>{key.name}</title>
      <Back href="/desk/keys">{t("title")}</Back>
      <DeskSaid said={said} />
      <Title caption={t(key.isTest ? "test" : "live")}>{key.name}</Title>
      <KeyFacts of={key} instant={instant} />
      {works && (
        <KeyForms
          of={key}
          today={day}
          words={words}
          instant={instant}
          actions={{ renew: renewKeyAction, end: endOverlapAction, change: changeKeyAction }}
        />
      )}
      <Endpoints
        keyId={key.id}
        endpoints={endpoints}
        events={endpointEvents}
        add={works ? addEndpointAction : undefined}
        words={words}
      />
      {key.sandbox && (
        <SandboxPart
          of={key}
          rows={key.sandbox}
          action={works ? emptySandboxAction : undefined}
          words={words}
        />
      )}
      {works && <StopForm id={key.id} action={stopKeyAction} words={words} />}
    </DeskColumn>
  );
});
