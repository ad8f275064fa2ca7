import type { MailContent } from "@/lib/mail/content/mail-context";
import { escapeHtml } from "@/lib/platform/text";
import { createTones, DEFAULT_COLOR, type Tones } from "@/lib/school/color-tones";
import { productLogo } from "@/lib/school/product-logo";

/** Markup that is inserted as it is. */
class Html {
  constructor(readonly markup: string) {}
}

type Value = string | number | false | undefined | Html | Html[];

/** A template of HTML: escapes every value that is not `Html`; `false` and `undefined` become empty. */
const html = (texts: TemplateStringsArray, ...values: Value[]) =>
  new Html(String.raw({ raw: texts }, ...values.map(toMarkup)));

function toMarkup(value: Value): string {
  if (value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(toMarkup).join("");
  return value instanceof Html ? value.markup : escapeHtml(String(value));
}

// Inline styles, because many mail programs drop style sheets; sizes in px, because some support nothing else.

const { paper, surface, ink, muted, hairline } = createTones(DEFAULT_COLOR).light;

const rule = `1px solid ${hairline}`;
const small = "margin:0 0 12px;font-size:14px;line-height:20px;overflow-wrap:anywhere";
const cell = `padding:9px 0;border-top:${rule};font-size:16px;line-height:24px;text-align:left;vertical-align:top`;
const heading = "line-height:24px;font-weight:700";

const styles = {
  preview: "display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0",
  body: `background-color:${paper};margin:0;padding:0`,
  page: `margin:0;padding:24px 12px;background-color:${paper};color:${ink};font-family:Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`,
  card: `max-width:560px;margin:0 auto;background-color:${surface};border-radius:16px;overflow-wrap:anywhere`,
  head: "padding:24px 32px 20px",
  lineBelow: `border-bottom:${rule}`,
  lineAbove: `border-top:${rule}`,
  mark: "width:34px;padding-right:10px",
  school: "font-size:17px;line-height:22px;font-weight:700;text-align:left",
  part: "padding:32px 32px 24px",
  title: "margin:0 0 16px;font-size:28px;line-height:33px;font-weight:700;letter-spacing:-0.5px",
  text: "margin:0 0 16px;font-size:17px;line-height:26px",
  small: `${small};color:${muted}`,
  facts: "margin:24px 0 8px;border-collapse:collapse",
  label: `${cell};padding-right:16px;color:${muted};overflow-wrap:normal`,
  value: cell,
  action: "margin:24px 0 16px",
  button:
    "display:block;max-width:100%;mso-padding-alt:0px;padding:15px 24px;border-radius:10px;font-size:17px;font-weight:600;line-height:24px;text-align:center;text-decoration:none",
  buttonLabel:
    "max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:11.25px",
  link: "word-break:break-all;text-decoration-line:none",
  heading: `margin:28px 0 8px;font-size:18px;${heading}`,
  list: "margin:0;padding-left:24px;font-size:16px;line-height:24px",
  item: "margin:0 0 6px",
  foot: "padding:20px 32px 28px",
  contact: `margin:0 0 4px;font-size:16px;${heading}`,
  last: `${small};margin:0;color:${muted}`,
};

type ColorStyles = ReturnType<typeof createColorStyles>;

/** Mail programs list subject and preview; padding to this length keeps the message's body out of the list. */
const PREVIEW_LENGTH = 200;

/** The styles with the school's colour: inline for the light theme, a style sheet for the dark one. */
function createColorStyles(color: string) {
  const { light, dark } = createTones(color);
  return {
    tones: light,
    button: `${styles.button};background-color:${light.accent};color:${light["on-accent"]}`,
    link: `${styles.link};color:${light.accent}`,
    darkStyles: darkStyles(dark),
  };
}

const darkStyles = (tones: Tones) => `
:root { color-scheme: light dark; }
@media (max-width: 480px) { .part > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important; } }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${tones.paper} !important; color: ${tones.ink} !important; }
  .card { background-color: ${tones.surface} !important; color: ${tones.ink} !important; }
  .quiet { color: ${tones.muted} !important; }
  .link { color: ${tones.accent} !important; }
  .button { background-color: ${tones.accent} !important; color: ${tones["on-accent"]} !important; }
  .button span { color: ${tones["on-accent"]} !important; }
  .line { border-color: ${tones.hairline} !important; }
  .mark-ground { fill: ${tones.accent} !important; }
  .mark-line { stroke: ${tones["on-accent"]} !important; }
  .mark-head { fill: ${tones["on-accent"]} !important; }
}`;

/** The HTML of a message: 560 px wide, light and dark, without external resources. */
export function renderMessageHtml(content: MailContent): string {
  const { locale, subject, action, next, signature = [] } = content;
  const colors = createColorStyles(content.color);
  return html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="ltr" lang="${locale}">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<title>${subject}</title>
<style>${new Html(colors.darkStyles)}</style>
</head>
<body class="page" dir="ltr" lang="${locale}" style="${styles.body}">
<div style="${styles.preview}">${preview(content.preview)}</div>
<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"><tbody><tr><td dir="ltr" lang="${locale}" style="${styles.page}">
<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" class="card" style="${styles.card}"><tbody><tr style="width:100%"><td>
${section({ name: "part line", line: styles.lineBelow, style: styles.head }, school(content, colors))}
${section(
  { name: "part", style: styles.part },
  html`<h1 style="${styles.title}">${subject}</h1>
${[content.greeting, ...content.body].map((text) => html`<p style="${styles.text}">${text}</p>\n`)}${content.facts.length > 0 && facts(content)}
${button(action, colors)}
${next && steps(next)}${signature.length > 0 && html`<p style="${styles.text}">${lines(signature)}</p>`}`,
)}
${section({ name: "part line", line: styles.lineAbove, style: styles.foot }, footer(content, colors))}
</td></tr></tbody></table>
</td></tr></tbody></table>
</body>
</html>
`.markup;
}

const preview = (text: string) =>
  html`${text.slice(0, PREVIEW_LENGTH)}${text.length < PREVIEW_LENGTH && html`<div>${"\u00a0\u200c\u200b\u200d\ufeff".repeat(PREVIEW_LENGTH - text.length)}</div>`}`;

/** A table, because Outlook supports padding only in table cells. */
const section = ({ name = "", line = "", style = "" }, content: Html) =>
  html`<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"${name && html` class="${name}"`}${line && html` style="${line}"`}><tbody><tr><td${style && html` style="${style}"`}>
${content}
</td></tr></tbody></table>`;

/** The product's logo. A school with its own logo gets only its name, because an image would have to be loaded. */
const school = ({ school: name, hasLogo }: MailContent, { tones }: ColorStyles) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0"><tbody><tr>${!hasLogo && drawing(tones.accent, tones["on-accent"])}<td style="${styles.school}">${name}</td></tr></tbody></table>`;

function drawing(ground: string, ink: string): Html {
  const { size, corner, staff, stem, head } = productLogo;
  const { cx, cy, rx, ry, transform } = head;
  return html`<td style="${styles.mark}"><svg width="34" height="34" viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect class="mark-ground" width="${size}" height="${size}" rx="${corner}" fill="${ground}"></rect><path class="mark-line" d="${staff}" stroke="${ink}" fill="none" opacity=".42"></path><ellipse class="mark-head" cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" transform="${transform}" fill="${ink}"></ellipse><path class="mark-line" d="${stem}" stroke="${ink}" stroke-width="2.3" stroke-linecap="round" fill="none"></path></svg></td>`;
}

const facts = ({ facts: rows }: MailContent) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${styles.facts}"><tbody>
${rows.map(({ label, value }) => html`<tr><td class="line quiet" style="${styles.label}">${label}</td><td class="line" style="${styles.value}"><strong>${value}</strong></td></tr>\n`)}</tbody></table>`;

/** Outlook ignores a link's padding; the wide spaces in its conditional comments replace it. */
const button = ({ label, url, plain, note }: MailContent["action"], colors: ColorStyles) =>
  html`${section({ line: styles.action }, html`<a class="button" href="${url}" style="${colors.button}" target="_blank"><span><!--[if mso]><i style="mso-font-width:400%;mso-text-raise:22.5px" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="${styles.buttonLabel}">${label}</span><span><!--[if mso]><i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a>`)}
${quiet(html`${note}`)}
${quiet(html`${plain}<br/>${link(url, colors)}`)}`;

const quiet = (content: Html, style = styles.small) => html`<p class="quiet" style="${style}">${content}</p>`;

const link = (url: string, colors: ColorStyles) =>
  html`<a class="link" href="${url}" style="${colors.link}" target="_blank">${url}</a>`;

const steps = ({ title, steps: items }: { title: string; steps: string[] }) =>
  html`<h2 style="${styles.heading}">${title}</h2>
<ol style="${styles.list}">${items.map((step) => html`<li style="${styles.item}">${step}</li>`)}</ol>
`;

const lines = (texts: string[]) => texts.map((line, index) => html`${index > 0 && html`<br/>`}${line}`);

const footer = ({ contact, reason, notMe }: MailContent, colors: ColorStyles) =>
  html`<h2 style="${styles.contact}">${contact.title}</h2>
${quiet(html`${contact.text}`)}
${quiet(html`${reason}`)}
${notMe && quiet(html`${notMe.label}<br/>${link(notMe.url, colors)}`)}
${quiet(html`${contact.address}`, styles.last)}`;
