import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { Shell, SiteFrame } from "@/components/site/shell";
import { locales } from "@/lib/i18n/locales";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { getSchoolContact } from "@/lib/school/queries";
import "../globals.css";
import { signOutAction } from "./account/actions";
import { accountInHeader } from "./account/session-cookie";
import { atDesk } from "./desk/at-desk";
import { asksHere } from "./enroll/step-data";

export const dynamic = "force-dynamic"; // settings and answers are read as they are now

export default async function Layout({ children, params }: LayoutProps<"/[locale]">) {
  const { locale } = await params;
  if (!hasLocale(locales, locale)) notFound();
  const school = await getSchoolContact();
  return (
    <Shell locale={locale} school={school} inSandbox={getCurrentSandbox().sandboxId !== LIVE}>
      {(await atDesk()) ? (
        children
      ) : (
        <SiteFrame
          school={school}
          withForm={await asksHere()}
          account={{ account: await accountInHeader(), signOut: signOutAction }}
        >
          {children}
        </SiteFrame>
      )}
    </Shell>
  );
}
