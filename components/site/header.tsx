import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import type { School } from "./footer";
import { EnterMeansContinue, LanguageSwitch } from "./language-switch";
import { Mark } from "./mark";

/** The school's name or logo, which leads home, and the language switch. */
export function Header({ school, withForm }: { school: School; withForm: boolean }) {
  const t = useTranslations("site");
  return (
    <header className="border-b border-hairline bg-surface print:border-0">
      <div className="mx-auto flex max-w-page flex-wrap [body:has([data-desk])_&]:max-w-desk items-center justify-between gap-x-6 gap-y-1 px-4 py-2 print:px-0 sm:px-6">
        <Link
          href="/"
          prefetch={false}
          className="flex min-h-target min-w-0 items-center gap-2.5 font-serif text-base leading-tight font-semibold sm:text-lead text-ink no-underline hover:text-accent-strong"
        >
          <SchoolName school={school} />
        </Link>
        <EnterMeansContinue withForm={withForm} />
        <LanguageSwitch label={t("language")} place="header" withForm={withForm} />
      </div>
    </header>
  );
}

/** From this ratio on a logo is the name itself, written; a squarer one stands beside it. */
const WRITTEN = 2;

function SchoolName({ school: { name, logo } }: { school: School }) {
  if (!logo) {
    return (
      <>
        <Mark className="size-8 shrink-0 text-accent" />
        <span className="min-w-0">{name}</span>
      </>
    );
  }
  const isWritten = logo.width / logo.height >= WRITTEN;
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: as large as it is shown, with nothing to be made smaller */}
      <img
        {...logo}
        alt={isWritten ? name : ""}
        className="h-10 w-auto max-w-[60vw] shrink-0 rounded-control bg-logo object-contain p-1 sm:max-w-80"
      />
      {!isWritten && <span className="min-w-0">{name}</span>}
    </>
  );
}
