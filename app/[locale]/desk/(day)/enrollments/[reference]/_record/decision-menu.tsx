import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/site/link-button";
import { Menu } from "@/components/ui/menu";
import { Link } from "@/lib/i18n/navigation";

type Props = { ways: { words: string; href: string }[] };

/** The less common decisions; a single one is a button. */
export function DecisionMenu({ ways }: Props) {
  const t = useTranslations("decisions.panel");
  const [only, ...more] = ways;
  if (!only) return null;
  if (more.length === 0)
    return (
      <LinkButton href={only.href} look="secondary">
        {only.words}
      </LinkButton>
    );
  return (
    <Menu label={t("others")} className="print:hidden [&>div]:right-auto [&>div]:left-0">
      <ul>
        {ways.map(({ words, href }) => (
          <li key={href}>
            <Link href={href} className="menu-item">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
