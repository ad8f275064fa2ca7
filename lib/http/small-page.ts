import { randomUUID } from "node:crypto";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { HOUSE_COLOR, tonesOf } from "@/lib/school/tones";

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

const { light, dark } = tonesOf(HOUSE_COLOR);

const STYLE = `
:root { color-scheme: light dark; --paper: ${light.paper}; --ink: ${light.ink}; --line: ${light.hairline};
  --accent: ${light.accent}; --on-accent: ${light["on-accent"]} }
@media (prefers-color-scheme: dark) { :root { --paper: ${dark.paper}; --ink: ${dark.ink}; --line: ${dark.hairline};
  --accent: ${dark.accent}; --on-accent: ${dark["on-accent"]} } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 Figtree, system-ui, sans-serif }
a { color: var(--accent) }
header, main, footer { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.25rem }
header a { color: inherit; font-weight: 700; text-decoration: none }
main { padding-block: 2.5rem 3rem }
footer { border-top: 1px solid var(--line) }
address { font-style: normal }
h1 { font-size: clamp(1.75rem, 1.5rem + 1.2vw, 2.25rem); line-height: 1.15; letter-spacing: -.02em; margin: 0 0 1.25rem }
p { margin: 0 0 1rem }
button, .button { display: inline-block; margin-top: .5rem; padding: .875rem 1.5rem; border: 1.5px solid transparent;
  border-radius: .625rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600;
  line-height: 1.25; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;
