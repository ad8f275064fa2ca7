import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { keyScopes } from "@/lib/office/keys/show";
import { may } from "@/lib/people/staff/rights";
import { today } from "@/lib/school/today";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { makeKeyAction } from "./actions";
import { NewKeyForm } from "./new-key-form";

/** A new key: whose, what it may and until when; its secret is shown once (desk 29). */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  if (!may(actor, "manage_keys")) return <NoSuchPage />;
  const [t, words, day] = await Promise.all([getTranslations("desk.keys"), formWords(), today()]);
  return (
    <DeskColumn>
      <Back href="/desk/keys">{t("title")}</Back>
      <NewKeyForm scopes={keyScopes} action={makeKeyAction} words={words} today={day} />
    </DeskColumn>
  );
});
