import Markdown from "markdown-to-jsx/react";
import { useTranslations } from "next-intl";
import { type ComponentProps, Fragment } from "react";
import { Column, Prose, Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";

type School = { name: string; email: string; phone: string; address: string };
type Props = { text: string; version: number; day: string; school: School };

/** A text that counts before the law as it is kept, with the school's name and contact in it. */
export function LegalPage({ text, version, day, school }: Props) {
  const t = useTranslations("content");
  return (
    <Column>
      <Prose>
        <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, wrapper: Fragment, overrides }}>
          {filledIn(text, school)}
        </Markdown>
        <p className="mt-10 text-small text-muted">{t("version", { version, day })}</p>
      </Prose>
    </Column>
  );
}

const overrides = {
  h1: ({ children }: ComponentProps<"h1">) => <Title>{children}</Title>,
  h2: ({ children }: ComponentProps<"h2">) => <h2>{children}</h2>, // without the id that it would make
  h3: ({ children }: ComponentProps<"h3">) => <h3>{children}</h3>,
  a: ({ href = "", children }: ComponentProps<"a">) =>
    href.startsWith("/") ? (
      <Link href={href} prefetch={false}>
        {children}
      </Link>
    ) : (
      <a href={href} className={href.startsWith("tel:") ? "whitespace-nowrap" : "[overflow-wrap:anywhere]"}>
        {children}
      </a>
    ),
};

function filledIn(text: string, { name, address, email, phone }: School): string {
  const words: Record<string, string> = {
    school: literal(name),
    address: literal(address),
    mail: `[${literal(email)}](mailto:${email})`,
    phone: `[${literal(phone)}](tel:${phone.replaceAll(" ", "")})`,
  };
  return text.replace(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place);
}

/** What a setting says is no Markdown. */
const literal = (text: string) => text.replace(/[\\`*_[\]()#<>~|]/g, "\\$&");
