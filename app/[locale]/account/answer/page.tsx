import { getLocale } from "next-intl/server";
import { AnswerForm } from "@/app/[locale]/answer/answer-form";
import { orAway } from "@/app/[locale]/or-away";
import { BackToAccount } from "@/components/account/back-to-account";
import { Column } from "@/components/site/page";
import { listPlacesToConfirm } from "@/lib/family/confirmations/verbs";
import { redirect } from "@/lib/i18n/navigation";
import { requirePerson } from "../session-cookie";

/** Whether places are kept, asked of whoever is signed in. */
export default orAway(async function Page() {
  const personId = await requirePerson();
  const places = await listPlacesToConfirm(personId, new Date());
  if (places.length === 0) return redirect({ href: "/account", locale: await getLocale() });
  return (
    <Column>
      <BackToAccount />
      <AnswerForm places={places} />
    </Column>
  );
});
