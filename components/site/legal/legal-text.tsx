import Markdown from "markdown-to-jsx/react";
import { type ComponentProps, type ElementType, Fragment } from "react";

export type School = { name: string; email: string; phone: string; address: string };

type Props = {
  text: string;
  school: School;
  /** Heading levels of the page, and the link component for internal addresses. */
  overrides: Record<"h1" | "h2" | "h3" | "link", ElementType>;
};

/** Fills the school's name and contact into a legal text. */
export const LegalText = ({ text, school, overrides: { link: Link, ...headings } }: Props) => (
  <Markdown
    options={{
      disableParsingRawHTML: true,
      forceBlock: true,
      wrapper: Fragment,
      overrides: { ...headings, a: (a: ComponentProps<"a">) => <Anchor {...a} link={Link} /> },
    }}
  >
    {fillPlaceholders(text, school)}
  </Markdown>
);

/** For pages with a heading above the text. */
export const nestedOverrides: Props["overrides"] = {
  h1: ({ children }: ComponentProps<"h1">) => <h2>{children}</h2>,
  h2: ({ children }: ComponentProps<"h2">) => <h3>{children}</h3>,
  h3: ({ children }: ComponentProps<"h3">) => <h4>{children}</h4>,
  link: "a",
};

const Anchor = ({ href = "", children, link: Link }: ComponentProps<"a"> & { link: ElementType }) =>
  href.startsWith("/") ? (
    <Link href={href}>{children}</Link>
  ) : (
    <a href={href} className={href.startsWith("tel:") ? "whitespace-nowrap" : "[overflow-wrap:anywhere]"}>
      {children}
    </a>
  );

function fillPlaceholders(text: string, { name, address, email, phone }: School): string {
  const values: Record<string, string> = {
    school: escapeMarkdown(name),
    address: escapeMarkdown(address),
    mail: `[${escapeMarkdown(email)}](mailto:${email})`,
    phone: `[${escapeMarkdown(phone)}](tel:${phone.replaceAll(" ", "")})`,
  };
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Settings are not Markdown. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]()#<>~|]/g, "\\$&");
