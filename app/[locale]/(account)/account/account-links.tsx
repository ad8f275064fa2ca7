import { getTranslations } from "next-intl/server";
import { PostForm } from "@/components/forms/post-form";
import { getContactLinks } from "@/components/site/contact-links";
import { LinkRow } from "@/components/ui/charts/stat";
import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { download, lock, logOut, usersRound } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";
import { getSchoolContact } from "@/lib/school/queries";
import { signOutAction } from "./actions";

type Props = { isMinor: boolean; hasPassword: boolean };

export async function AccountLinks({ isMinor, hasPassword }: Props) {
  const [t, contact] = await Promise.all([getTranslations("account"), getSchoolContact()]);
  const links = [
    ...(isMinor ? [] : [{ icon: usersRound, href: "/account/details", text: t("details.title") }]),
    { icon: lock, href: "/account/password", text: t(`newPassword.${hasPassword ? "title" : "choose"}`) },
    { icon: download, href: "/account/data", text: t("data.title") },
  ];
  return (
    <>
      <nav aria-label={t("view.nav")} className="mb-6 print:hidden">
        <ul className="link-rows">
          {links.map(({ icon, href, text }) => (
            <li key={href}>
              <Link href={href}>
                <LinkRow icon={icon} title={text} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p>{t.rich("view.contact", getContactLinks(contact))}</p>
      <PostForm action={signOutAction} className="mt-6 print:hidden">
        <Button variant="secondary" id="sign-out">
          <Icon d={logOut} />
          {t("view.signOut")}
        </Button>
      </PostForm>
    </>
  );
}
