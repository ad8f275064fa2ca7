import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Facts } from "@/components/desk/section";
import { Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { download } from "@/components/ui/icons";
import { openRequest, previewErasure } from "@/lib/office/data-requests";
import { StaffRefusal } from "@/lib/people/staff/rights";
import { dateOf } from "@/lib/platform/dates";
import { settings } from "@/lib/school/settings";
import { formWords } from "../../form-words";
import { leaveFor, requireStaff } from "../../session";
import { eraseAction, settleRequestAction } from "../actions";
import { EraseForm, SettleForm } from "../data-forms";

/** One request: who, by when, and what can be done; an erasure shows first what goes and what stays. */
export default orAway(async function Page({ params }: PageProps<"/[locale]/desk/data/[id]">) {
  const session = await requireStaff();
  const id = Number(/^\d{1,9}$/.exec((await params).id)?.[0] ?? 0);
  const request = await openRequest(session.actor, id).catch((error) => {
    if (error instanceof StaffRefusal) return error.code;
    throw error;
  });
  if (request === "password_needed") return leaveFor(`/desk/password?to=/desk/data/${id}`);
  if (request === "no_right" || !request) return <NoSuchPage />;
  const [t, format, words, plan, { time_zone: timeZone }] = await Promise.all([
    getTranslations("desk.data"),
    getFormatter(),
    formWords(),
    request.kind === "erasure" ? previewErasure(session.actor, id, new Date()) : undefined,
    settings(),
  ]);
  const title = t(`kinds.${request.kind}`);
  return (
    <DeskColumn>
      <title>{title}</title>
      <Back href="/desk/data">{t("title")}</Back>
      <Title>{title}</Title>
      <div className="mb-8 max-w-column">
        <Facts
          facts={[
            { label: t("person"), value: request.name },
            { label: t("email"), value: request.email },
            {
              label: t("asked"),
              value: format.dateTime(request.askedAt, { dateStyle: "long", timeZone }),
            },
            {
              label: t("dueOn"),
              value: format.dateTime(dateOf(request.dueOn), { dateStyle: "long", timeZone: "UTC" }),
            },
            { label: t("enrollments"), value: plan?.references.join(", ") },
          ]}
        />
      </div>
      {plan ? (
        <EraseForm id={id} onlyGuardianOf={plan.onlyGuardianOf} action={eraseAction} words={words} />
      ) : (
        <>
          <p className="mb-4 max-w-measure">{t("copyLead")}</p>
          <p className="mb-6">
            <a href={`/desk/data/${id}/copy`} download className={buttonClass()}>
              <Icon d={download} />
              {t("copy")}
            </a>
          </p>
        </>
      )}
      <SettleForm id={id} kind={request.kind} action={settleRequestAction} words={words} />
    </DeskColumn>
  );
});
