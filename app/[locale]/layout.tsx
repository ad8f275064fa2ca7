import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { HtmlDocument, SiteLayout } from "@/components/layout/html-document";
import { locales } from "@/lib/i18n/locales";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { getSchoolContact } from "@/lib/school/queries";
import "../globals.css";
import { isDeskRequest } from "./_lib/is-desk-request";
import { getHeaderAccount } from "./(account)/_lib/session";
import { signOutAction } from "./(account)/account/actions";
import { hasStepForm } from "./enroll/_lib/step-data";

export const dynamic = "force-dynamic"; // settings and answers must be current

export default async function Layout({ children, params }: LayoutProps<"/[locale]">) {
  const { locale } = await params;
  if (!hasLocale(locales, locale)) notFound();
  const school = await getSchoolContact();
  return (
    <HtmlDocument locale={locale} school={school} inSandbox={getCurrentSandbox().sandboxId !== LIVE}>
      {(await isDeskRequest()) ? (
        children
      ) : (
        <SiteLayout
          school={school}
          withForm={await hasStepForm()}
          account={{ account: await getHeaderAccount(), signOut: signOutAction }}
        >
          {children}
        </SiteLayout>
      )}
    </HtmlDocument>
  );
}
