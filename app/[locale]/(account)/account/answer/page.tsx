import { getLocale } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { PlaceConfirmationForm } from "@/app/[locale]/(account)/answer/place-confirmation-form";
import { BackToAccount } from "@/components/account/back-to-account";
import { PageColumn } from "@/components/layout/page-column";
import { listPlacesToConfirm } from "@/lib/family/confirmations/verbs";
import { redirect } from "@/lib/i18n/navigation";

export default withUnavailablePage(async function Page() {
  const [personId, locale] = await Promise.all([requirePersonId(), getLocale()]);
  const places = await listPlacesToConfirm(personId, new Date(), locale);
  if (places.length === 0) return redirect({ href: "/account", locale });
  return (
    <PageColumn>
      <BackToAccount />
      <PlaceConfirmationForm places={places} />
    </PageColumn>
  );
});
