import type { CSSProperties } from "react";
import { HOUSE_COLOR, type Tones, tonesOf } from "@/lib/school/tones";

// Inline, because many mail programs drop style sheets; sizes in px, because some know no others.

/** Greys, which no school's colour changes. */
const { paper, ink, muted, hairline } = tonesOf(HOUSE_COLOR).light;

const text: CSSProperties = { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px" };
const small: CSSProperties = {
  margin: "0 0 12px",
  fontSize: "14px",
  lineHeight: "20px",
  color: muted,
  overflowWrap: "anywhere",
};

export const styles = {
  page: {
    margin: "0",
    padding: "16px 8px",
    backgroundColor: paper,
    color: ink,
    fontFamily: "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  },
  card: {
    maxWidth: "560px",
    margin: "0 auto",
    padding: "28px 24px",
    boxSizing: "border-box",
    backgroundColor: "#ffffff",
    borderRadius: "16px",
    overflowWrap: "anywhere",
  },
  school: { ...small, margin: "0 0 20px", color: ink, fontSize: "16px", fontWeight: 700 },
  first: { ...text, fontSize: "22px", lineHeight: "28px", fontWeight: 700 },
  text,
  small,
  action: { margin: "24px 0 16px" },
  button: {
    display: "block",
    padding: "14px 20px",
    borderRadius: "10px",
    fontSize: "17px",
    fontWeight: 600,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  },
  link: { wordBreak: "break-all" },
  facts: { margin: "20px 0", padding: "14px 16px", borderRadius: "10px" },
  fact: { margin: "0", fontSize: "16px", lineHeight: "26px" },
  heading: { margin: "24px 0 8px", fontSize: "17px", lineHeight: "24px" },
  list: { margin: "0 0 16px", paddingLeft: "24px", fontSize: "16px", lineHeight: "24px" },
  item: { margin: "0 0 6px" },
  line: { margin: "24px 0 16px", borderColor: hairline },
} satisfies Record<string, CSSProperties>;

/** What of a message has the school's colour: inline in the light theme, by a style sheet in the dark one. */
export function colored(color: string) {
  const { light, dark } = tonesOf(color);
  return {
    button: { ...styles.button, backgroundColor: light.accent, color: light["on-accent"] },
    link: { ...styles.link, color: light.accent },
    facts: { ...styles.facts, backgroundColor: light.tint },
    darkStyles: darkStyles(dark),
  };
}

export type Colored = ReturnType<typeof colored>;

const darkStyles = (tones: Tones) => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${tones.paper} !important; color: ${tones.ink} !important; }
  .card { background-color: ${tones.surface} !important; color: ${tones.ink} !important; }
  .facts { background-color: ${tones.tint} !important; }
  .quiet { color: ${tones.muted} !important; }
  .link { color: ${tones.accent} !important; }
  .button { background-color: ${tones.accent} !important; color: ${tones["on-accent"]} !important; }
  .button span { color: ${tones["on-accent"]} !important; }
  .line { border-color: ${tones.hairline} !important; }
}`;
