import { randomUUID } from "node:crypto";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";

/** All but the language is HTML; `script` runs at the end of the page. `school` stands around it where it is known. */
type SmallPage = {
  locale: Locale;
  title: string;
  main: string;
  script?: string;
  school?: { name: string; address: string; email: string };
};

/**
 * A page that Next has no part in, with the headers that go with it. It stands alone: nothing that it would load is
 * sure to come.
 */
export function smallPage({ locale, title, main, script, school }: SmallPage) {
  const nonce = randomUUID();
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}${school ? ` – ${school.name}` : ""}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${school ? `<header><a href="${homeOf(locale)}">${school.name}</a></header>\n` : ""}<main>
<h1>${title}</h1>
${main}
</main>
${school ? `<footer><address>${school.name}<br>${school.address}<br><a href="mailto:${school.email}">${school.email}</a></address></footer>\n` : ""}${script ? `<script nonce="${nonce}">${script}</script>\n` : ""}</body>
</html>
`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": locale,
    "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
  return { html, headers };
}

/** Where the school's pages begin in a language. */
export const homeOf = (locale: Locale) => localizedPath(locale, "/");

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string);

/** The address that was asked for, for a link; with two slashes first it would be another site's. */
export const hereOf = (url = "/") => escaped(url.replace(/^[/\\]+/, "/"));

const STYLE = `
:root { color-scheme: light dark; --paper: #fbf7f0; --ink: #26211c }
@media (prefers-color-scheme: dark) { :root { --paper: #171411; --ink: #f3ece2 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 system-ui, sans-serif }
header, footer { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem }
address { font-style: normal }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem }
h1 { font-family: Georgia, serif; font-size: 1.75rem; line-height: 1.25; margin: 0 0 1.25rem }
p { margin: 0 0 1rem }
button, .button { display: inline-block; margin-top: .5rem; padding: .75rem 1.5rem; border: 2px solid var(--ink);
  border-radius: .375rem; background: var(--ink); color: var(--paper); font: inherit; font-weight: 600;
  text-decoration: none; cursor: pointer }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
`;
