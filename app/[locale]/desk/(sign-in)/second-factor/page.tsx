import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getStaffSession, redirectTo, toDeskPath } from "@/app/[locale]/desk/_lib/session";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { getFactorSetup } from "@/lib/people/staff/second-factor";
import { confirmFactorAction, submitCodeAction } from "./actions";

/** Asks for the second factor, or sets it up. */
export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/desk/second-factor">) {
  const session = await getStaffSession();
  if (!session) return redirectTo("/desk/sign-in");
  if (session.hasFactor && session.stage === "open") return redirectTo("/desk/me");
  const [t, { to }] = await Promise.all([getTranslations("desk.factor"), searchParams]);
  const step = session.stage === "code" ? "code" : "setup";
  return (
    <PageColumn className="max-w-md">
      <DeskForm
        name={step}
        action={step === "code" ? submitCodeAction : confirmFactorAction}
        title={t(`${step}.title`)}
        above={
          <>
            <p className="mb-6">{t(`${step}.lead`)}</p>
            {step === "setup" && <FactorSecret setup={await getFactorSetup(session.actor.id)} />}
          </>
        }
      >
        <input type="hidden" name="to" value={toDeskPath(to)} />
        <TextField
          name="code"
          inputMode={step === "setup" ? "numeric" : undefined}
          label={t(`${step}.code`)}
          hint={t(`${step}.hint`)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="max-w-60"
        />
        <SubmitButton>{t(`${step}.submit`)}</SubmitButton>
      </DeskForm>
    </PageColumn>
  );
});

/** The QR code and its secret as text. */
function FactorSecret({ setup }: { setup: { svg: string; key: string } }) {
  const t = useTranslations("desk.factor.setup");
  const image = `data:image/svg+xml;base64,${Buffer.from(setup.svg).toString("base64")}`;
  return (
    <div className="mb-6">
      {/* biome-ignore lint/performance/noImgElement: a data URL needs no optimization */}
      <img
        src={image}
        alt={t("qr")}
        width={224}
        height={224}
        className="mb-4 rounded-card border border-hairline"
      />
      <p className="mb-1 text-small text-muted">{t("key")}</p>
      <p className="font-mono font-semibold [overflow-wrap:anywhere]">{setup.key}</p>
    </div>
  );
}
