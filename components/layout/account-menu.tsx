import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { circleUserRound, fileText, house, lock, logOut, usersRound } from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import { Link } from "@/lib/i18n/navigation";
import { PostForm } from "../forms/post-form";

/** Without `name` only the e-mail is known. */
export type HeaderAccount = { name: string | null; isMinor: boolean; hasPassword: boolean };

type Props = { account?: HeaderAccount; signOut?: ComponentProps<typeof PostForm>["action"] };

export function AccountMenu({ account, signOut }: Props) {
  const t = useTranslations("site");
  const tView = useTranslations("account.view");
  if (!account || !signOut) {
    return (
      <Link href="/account" className="top-link">
        <Icon d={circleUserRound} />
        <span className="sr-only sm:not-sr-only">{t("account")}</span>
      </Link>
    );
  }
  return (
    <Menu
      icon={circleUserRound}
      onPhone="icon"
      label={<AccountLabel name={account.name} text={t("account")} />}
    >
      <AccountMenuItems {...account} />
      <PostForm action={signOut}>
        <button type="submit" className="menu-item">
          <Icon d={logOut} />
          {tView("signOut")}
        </button>
      </PostForm>
    </Menu>
  );
}

const AccountLabel = ({ name, text }: { name: string | null; text: string }) =>
  name ? (
    <>
      <span className="sr-only">{text}: </span>
      <bdi className="max-w-40 truncate">{name}</bdi>
    </>
  ) : (
    text
  );

function AccountMenuItems({ isMinor, hasPassword }: HeaderAccount) {
  const t = useTranslations("account");
  const links = [
    { href: "/account", icon: house, text: t("view.title") },
    ...(isMinor ? [] : [{ href: "/account/details", icon: usersRound, text: t("details.title") }]),
    { href: "/account/password", icon: lock, text: t(`newPassword.${hasPassword ? "title" : "choose"}`) },
    { href: "/account/data", icon: fileText, text: t("data.title") },
  ];
  return (
    <ul>
      {links.map(({ href, icon, text }) => (
        <li key={href}>
          <Link href={href} className="menu-item">
            <Icon d={icon} />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
