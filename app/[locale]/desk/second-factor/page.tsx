import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { Submit, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Column } from "@/components/site/page";
import { factorSetup } from "@/lib/people/staff/second-factor";
import { formWords } from "../form-words";
import { currentStaff, deskPath, leaveFor } from "../session";
import { codeAction, confirmFactorAction } from "./actions";
import { FactorSecret } from "./factor-secret";

/** Gives the second factor, or sets it up for whoever has none. */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/second-factor">) {
  const session = await currentStaff();
  if (!session) return leaveFor("/desk/sign-in");
  if (session.hasFactor && session.stage === "open") return leaveFor("/desk/me");
  const [t, words, { to }] = await Promise.all([getTranslations("desk.factor"), formWords(), searchParams]);
  const asks = session.stage === "code" ? "code" : "setup";
  return (
    <Column className="max-w-md">
      <PageForm
        name={asks}
        action={asks === "code" ? codeAction : confirmFactorAction}
        words={words}
        title={t(`${asks}.title`)}
        above={
          <>
            <p className="mb-6">{t(`${asks}.lead`)}</p>
            {asks === "setup" && <FactorSecret setup={await factorSetup(session.actor.id)} />}
          </>
        }
      >
        <input type="hidden" name="to" value={deskPath(to)} />
        <TextField
          name="code"
          inputMode={asks === "setup" ? "numeric" : undefined}
          label={t(`${asks}.code`)}
          hint={t(`${asks}.hint`)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="max-w-60"
        />
        <Submit>{t(`${asks}.submit`)}</Submit>
      </PageForm>
    </Column>
  );
});
