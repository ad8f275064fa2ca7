import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icons/icon";
import { mail, phone } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";
import type { SchoolContact } from "@/lib/school/queries";

export function StepFooter({ school }: { school: SchoolContact }) {
  const t = useTranslations("site");
  return (
    <footer className="site-footer print:hidden">
      <p className="wrap border-t border-hairline py-1 sm:mt-10 sm:py-4">
        {t.rich("help", {
          call: (words) => <a href={`tel:${school.phone.replaceAll(" ", "")}`}>{words}</a>,
          write: (words) => <a href={`mailto:${school.email}`}>{words}</a>,
        })}
      </p>
    </footer>
  );
}

/** Contact and legal links; not at the desk. */
export function Footer({ school }: { school: SchoolContact }) {
  const t = useTranslations("site");
  return (
    <footer className="site-footer print:hidden">
      <div>
        <address className="not-italic">
          <strong className="text-ink">{t("contactTitle")}</strong>
          <br />
          {school.name}
          <br />
          {school.address}
          <span className="mt-1 flex flex-col items-start">
            <a href={`tel:${school.phone.replaceAll(" ", "")}`} className="whitespace-nowrap">
              <Icon d={phone} />
              {school.phone}
            </a>
            <a href={`mailto:${school.email}`}>
              <Icon d={mail} />
              {school.email}
            </a>
          </span>
        </address>
        <nav aria-label={t("footerNav")}>
          <ul>
            {(["terms", "privacy", "accessibility", "contact"] as const).map((page) => (
              <li key={page}>
                <Link href={`/${page}`}>{t(page)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
