import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { EnrollmentCard } from "@/components/account/enrollment-card";
import { Column, Title } from "@/components/site/page";
import { Button } from "@/components/ui/button";
import { accountOf } from "@/lib/accounts/queries";
import { redirect } from "@/lib/i18n/navigation";
import { schoolCard } from "@/lib/school/school-card";
import { settings } from "@/lib/school/settings";
import { signOutAction } from "./actions";
import { signedInPerson } from "./session-cookie";

export const metadata: Metadata = { robots: { index: false } };

export default orAway(async function Page() {
  const personId = await signedInPerson();
  if (!personId) return redirect({ href: "/sign-in", locale: await getLocale() });

  const [t, account, school, { time_zone }] = await Promise.all([
    getTranslations("account.view"),
    accountOf(personId),
    schoolCard(),
    settings(),
  ]);
  const name = [account.name, account.surname].filter(Boolean).join(" ");
  return (
    <Column>
      <title>{`${t("title")} – ${school.name}`}</title>
      <Title>{t("title")}</Title>
      <p className="mb-4 [overflow-wrap:anywhere]">{t("signedInAs", { name, email: account.email })}</p>
      <form action={signOutAction} className="mb-8">
        <Button look="secondary">{t("signOut")}</Button>
      </form>
      <h2 className="mb-3 font-serif text-heading font-semibold">{t("enrollments")}</h2>
      {account.enrollments.length === 0 && <p>{t("none")}</p>}
      {account.enrollments.map((enrollment) => (
        <EnrollmentCard key={enrollment.reference} enrollment={enrollment} timeZone={time_zone} />
      ))}
      <p>{t("contact", { email: school.email, phone: school.phone })}</p>
    </Column>
  );
});
