import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { Submit, Tick } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import {
  type GuardianRequest,
  listUnansweredChildren,
  readGuardianRequest,
  readGuardianToken,
} from "@/lib/family/guardians/verbs";
import type { Locale } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { addElision } from "@/lib/i18n/format";
import { FamilyForm } from "../family-form";
import { guardianPass, requirePerson } from "../session-cookie";
import { confirmAction } from "./actions";
import { answerIn, BirthDate, GuardianAnswers, OtherAnswer, termsLabel } from "./questions";

const HERE = "/account/guardian";

/** What somebody with an account was named for, and what they answer. */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/account/guardian">) {
  const [personId, locale] = [await requirePerson(), (await getLocale()) as Locale];
  const now = new Date();
  if ((await listUnansweredChildren(personId, now)).length === 0) return redirect({ href: "/account", locale });

  const studentId = readGuardianToken(await guardianPass.read(), personId, now);
  const named = studentId && (await readGuardianRequest({ personId, studentId, locale }, now));
  return (
    <Column>
      {named ? (
        <GuardianAnswers
          named={named}
          token=""
          answer={answerIn((await searchParams).answer)}
          path={HERE}
          confirm={<Confirm named={named} />}
        />
      ) : (
        <BirthDate token="" />
      )}
    </Column>
  );
});

async function Confirm({ named }: { named: GuardianRequest }) {
  const t = await getTranslations("account.guardian");
  return (
    <>
      <FamilyForm action={confirmAction} title={t("answers.confirm", addElision({ student: named.student }))}>
        <Tick name="terms" label={await termsLabel(named)} />
        <Submit>{t("confirm")}</Submit>
      </FamilyForm>
      <OtherAnswer path={HERE} />
    </>
  );
}
