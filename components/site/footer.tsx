import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import { LanguageSwitch } from "./language-switch";

const target = "inline-flex min-h-target items-center";

export type School = {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** Where a style sheet with its colour stands. */
  style?: string;
  logo?: { src: string; width: number; height: number };
};

/** How to reach the school, what it promises, and the page in the other languages. */
export function Footer({ school, withForm }: { school: School; withForm: boolean }) {
  const t = useTranslations("site");
  return (
    <footer className="mt-auto border-t [body:has([data-desk])_&]:hidden border-hairline bg-surface text-small print:hidden">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-4 py-8 sm:grid-cols-2 sm:px-6">
        <div>
          <h2 className="mb-1 font-semibold">{t("contactTitle")}</h2>
          <address className="not-italic text-muted">
            {school.name}
            <br />
            {school.address}
            <span className="flex flex-col items-start">
              <a href={`tel:${school.phone.replaceAll(" ", "")}`} className={cn(target, "whitespace-nowrap")}>
                {school.phone}
              </a>
              <a href={`mailto:${school.email}`} className={cn(target, "[overflow-wrap:anywhere]")}>
                {school.email}
              </a>
            </span>
          </address>
        </div>
        <div>
          <nav aria-label={t("footerNav")}>
            <ul className="mb-3 flex flex-wrap gap-x-6">
              {(["account", "terms", "privacy", "accessibility", "contact"] as const).map((page) => (
                <li key={page}>
                  <Link href={`/${page}`} prefetch={false} className={target}>
                    {t(page)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <LanguageSwitch label={t("changeLanguage")} place="footer" withForm={withForm} />
        </div>
      </div>
    </footer>
  );
}
