import type { CSSProperties } from "react";
import { HOUSE_COLOR, type Tones, tonesOf } from "@/lib/school/tones";

// Inline, because many mail programs drop style sheets; sizes in px, because some know no others.

/** Greys, which no school's colour changes. */
const { paper, surface, ink, muted, hairline } = tonesOf(HOUSE_COLOR).light;

const rule = `1px solid ${hairline}`;
const text: CSSProperties = { margin: "0 0 16px", fontSize: "17px", lineHeight: "26px" };
const small: CSSProperties = {
  margin: "0 0 12px",
  fontSize: "14px",
  lineHeight: "20px",
  overflowWrap: "anywhere",
};
const cell: CSSProperties = {
  padding: "9px 0",
  borderTop: rule,
  fontSize: "16px",
  lineHeight: "24px",
  textAlign: "left",
  verticalAlign: "top",
};
const heading: CSSProperties = {
  margin: "28px 0 8px",
  fontSize: "18px",
  lineHeight: "24px",
  fontWeight: 700,
};

export const styles = {
  page: {
    margin: "0",
    padding: "24px 12px",
    backgroundColor: paper,
    color: ink,
    fontFamily: "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  },
  card: {
    maxWidth: "560px",
    margin: "0 auto",
    backgroundColor: surface,
    borderRadius: "16px",
    overflowWrap: "anywhere",
  },
  head: { padding: "24px 32px 20px", borderBottom: rule },
  mark: { width: "34px", paddingRight: "10px" },
  school: { fontSize: "17px", lineHeight: "22px", fontWeight: 700, textAlign: "left" },
  part: { padding: "32px 32px 24px" },
  title: {
    margin: "0 0 16px",
    fontSize: "28px",
    lineHeight: "33px",
    fontWeight: 700,
    letterSpacing: "-0.5px",
  },
  text,
  small: { ...small, color: muted },
  facts: { margin: "24px 0 8px", borderCollapse: "collapse" },
  label: { ...cell, paddingRight: "16px", color: muted, overflowWrap: "normal" },
  value: cell,
  action: { margin: "24px 0 16px" },
  button: {
    display: "block",
    padding: "15px 24px",
    borderRadius: "10px",
    fontSize: "17px",
    fontWeight: 600,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  },
  link: { wordBreak: "break-all" },
  heading,
  list: { margin: "0", paddingLeft: "24px", fontSize: "16px", lineHeight: "24px" },
  item: { margin: "0 0 6px" },
  foot: { padding: "20px 32px 28px", borderTop: rule },
  contact: { ...heading, margin: "0 0 4px", fontSize: "16px" },
  last: { ...small, margin: "0", color: muted },
} satisfies Record<string, CSSProperties>;

/** What of a message has the school's colour: inline in the light theme, by a style sheet in the dark one. */
export function colored(color: string) {
  const { light, dark } = tonesOf(color);
  return {
    tones: light,
    button: { ...styles.button, backgroundColor: light.accent, color: light["on-accent"] },
    link: { ...styles.link, color: light.accent },
    darkStyles: darkStyles(dark),
  };
}

export type Colored = ReturnType<typeof colored>;

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
