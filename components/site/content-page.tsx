import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageColumn, PageHeading, Prose } from "@/components/layout/page-column";
import { getContactLinks } from "@/components/site/contact-links";
import { Icon } from "@/components/ui/icons/icon";
import { circleHelp, mail, mapPin, phone } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  page: "accessibility" | "contact";
  school: { name: string; email: string; phone: string; address: string };
};

/** The accessibility and contact page: text of the messages, with the school's name and contact. */
export function ContentPage({ page, school }: Props) {
  const t = useTranslations("content");
  const values = { school: school.name, address: school.address, ...tags, ...getContactLinks(school) };
  const sections = Object.keys(useMessages().content[page].sections);
  return (
    <PageColumn>
      <PageHeading>{t(`${page}.title`)}</PageHeading>
      <Prose>
        <p className="text-lead">{t.rich(`${page}.lead`, values)}</p>
        {sections.map((section) => (
          <section key={section} className="space-y-4">
            <h2 className="flex items-center gap-3">
              {icons[section] && <Icon d={icons[section]} className="text-accent" />}
              {t(`${page}.sections.${section}.title` as "contact.title")}
            </h2>
            {t.rich(`${page}.sections.${section}.text` as "contact.lead", values)}
          </section>
        ))}
        <p className="mt-10 text-small text-muted">{t("updated")}</p>
      </Prose>
    </PageColumn>
  );
}

/** Icons of the contact links. */
const icons: Record<string, string> = { write: mail, call: phone, visit: mapPin, questions: circleHelp };

const tags = {
  p: (text: ReactNode) => <p>{text}</p>,
  ul: (text: ReactNode) => <ul>{text}</ul>,
  li: (text: ReactNode) => <li>{text}</li>,
  br: () => <br />,
  account: (text: ReactNode) => <Link href="/account">{text}</Link>,
  link: (text: ReactNode) => <Link href="/forgotten-password">{text}</Link>,
};
