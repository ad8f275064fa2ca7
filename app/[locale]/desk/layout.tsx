import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Main } from "@/components/layout/html-document";
import { LanguageSwitch } from "@/components/layout/language-switch";
import { SchoolName } from "@/components/layout/school-name";
import { Link } from "@/lib/i18n/navigation";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { getSchoolContact, type SchoolContact } from "@/lib/school/queries";
import { DeskLayout } from "./_layout/desk-layout";
import { getStaffSession } from "./_lib/session";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function Layout({ children }: { children: React.ReactNode }) {
  const [school, session] = await Promise.all([getSchoolContact(), findSession()]);
  if (session?.stage !== "open") return <SignInLayout school={school}>{children}</SignInLayout>;
  return (
    <DeskLayout school={school} session={session}>
      {children}
    </DeskLayout>
  );
}

/** The page itself says that the database is unavailable. */
async function findSession() {
  try {
    return await getStaffSession();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

type Props = { school: SchoolContact; children: ReactNode };

/** Layout of sign-in pages. */
function SignInLayout({ school, children }: Props) {
  const t = useTranslations("site");
  return (
    <>
      <header className="site-header" data-frame="">
        <div className="site-row">
          <Link href="/desk" className="school-name">
            <SchoolName school={school} />
          </Link>
          <LanguageSwitch label={t("language")} withForm={false} />
        </div>
      </header>
      <Main>
        <div data-dense="">{children}</div>
      </Main>
    </>
  );
}
