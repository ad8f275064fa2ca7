import { DEFAULT_COLOR, type Tones, createTones } from "@/lib/school/tones";

// Inline, because many mail programs drop style sheets; sizes in px, because some know no others.

/** Greys, which no school's colour changes. */
const { paper, surface, ink, muted, hairline } = createTones(DEFAULT_COLOR).light;

const rule = `1px solid ${hairline}`;
const small = "margin:0 0 12px;font-size:14px;line-height:20px;overflow-wrap:anywhere";
const cell = `padding:9px 0;border-top:${rule};font-size:16px;line-height:24px;text-align:left;vertical-align:top`;
const heading = "line-height:24px;font-weight:700";

export const styles = {
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

/** What of a message has the school's colour: inline in the light theme, by a style sheet in the dark one. */
export function createColorStyles(color: string) {
  const { light, dark } = createTones(color);
  return {
    tones: light,
    button: `${styles.button};background-color:${light.accent};color:${light["on-accent"]}`,
    link: `${styles.link};color:${light.accent}`,
    darkStyles: darkStyles(dark),
  };
}
export type Colored = ReturnType<typeof createColorStyles>;

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
