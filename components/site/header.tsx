import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import { EnterMeansContinue, LanguageSwitch } from "./language-switch";
import { Mark } from "./mark";

/** The school's name, which leads home, and the language switch. */
export function Header({ schoolName, withForm }: { schoolName: string; withForm: boolean }) {
  const t = useTranslations("site");
  return (
    <header className="border-b border-hairline bg-surface print:border-0">
      <div className="mx-auto flex max-w-page flex-wrap [body:has([data-desk])_&]:max-w-desk items-center justify-between gap-x-6 gap-y-1 px-4 py-2 print:px-0 sm:px-6">
        <Link
          href="/"
          prefetch={false}
          className="flex min-h-target min-w-0 items-center gap-2.5 font-serif text-base leading-tight font-semibold sm:text-lead text-ink no-underline hover:text-accent-strong"
        >
          <Mark className="size-8 shrink-0 text-accent" />
          <span className="min-w-0">{schoolName}</span>
        </Link>
        <EnterMeansContinue withForm={withForm} />
        <LanguageSwitch label={t("language")} place="header" withForm={withForm} />
      </div>
    </header>
  );
}
