import Markdown from "markdown-to-jsx/react";
import { type ComponentProps, type ElementType, Fragment } from "react";
import { Link } from "@/lib/i18n/navigation";

export type School = { name: string; email: string; phone: string; address: string };

type Props = { text: string; school: School; overrides: Record<"h1" | "h2" | "h3", ElementType> };

/** A text that counts before the law, with the school's name and contact in it. */
export const LegalText = ({ text, school, overrides }: Props) => (
  <Markdown
    options={{
      disableParsingRawHTML: true,
      forceBlock: true,
      wrapper: Fragment,
      overrides: { ...overrides, a: Anchor },
    }}
  >
    {filledIn(text, school)}
  </Markdown>
);

const Anchor = ({ href = "", children }: ComponentProps<"a">) =>
  href.startsWith("/") ? (
    <Link href={href} prefetch={false}>
      {children}
    </Link>
  ) : (
    <a href={href} className={href.startsWith("tel:") ? "whitespace-nowrap" : "[overflow-wrap:anywhere]"}>
      {children}
    </a>
  );

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
