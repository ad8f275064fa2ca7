import type { CSSProperties } from "react";
import { type Accent, accentsOf } from "@/lib/school/accent";

// Inline, because many mail programs drop style sheets; sizes in px, because some know no others.

const text: CSSProperties = { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px" };
const small: CSSProperties = {
  margin: "0 0 12px",
  fontSize: "14px",
  lineHeight: "20px",
  color: "#5c5349",
  overflowWrap: "anywhere",
};

export const styles = {
  page: {
    margin: "0",
    padding: "16px 8px",
    backgroundColor: "#fbf7f0",
    color: "#26211c",
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  },
  card: {
    maxWidth: "600px",
    margin: "0 auto",
    padding: "24px",
    boxSizing: "border-box",
    backgroundColor: "#ffffff",
    borderRadius: "8px",
    overflowWrap: "anywhere",
  },
  school: { ...small, margin: "0 0 20px", fontWeight: 600 },
  first: { ...text, fontSize: "20px", lineHeight: "28px", fontWeight: 600 },
  text,
  small,
  action: { margin: "24px 0 16px" },
  button: {
    display: "block",
    padding: "14px 20px",
    borderRadius: "6px",
    fontSize: "17px",
    fontWeight: 600,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  },
  link: { wordBreak: "break-all" },
  facts: { margin: "20px 0", padding: "14px 16px", borderRadius: "6px" },
  fact: { margin: "0", fontSize: "16px", lineHeight: "26px" },
  heading: { margin: "24px 0 8px", fontSize: "17px", lineHeight: "24px" },
  list: { margin: "0 0 16px", paddingLeft: "24px", fontSize: "16px", lineHeight: "24px" },
  item: { margin: "0 0 6px" },
  line: { margin: "24px 0 16px", borderColor: "#e6ddcf" },
} satisfies Record<string, CSSProperties>;

/** What of a message has the school's colour: inline in the light theme, by a style sheet in the dark one. */
export function colored(color: string) {
  const { light, dark } = accentsOf(color);
  return {
    button: { ...styles.button, backgroundColor: light.accent, color: light["on-accent"] },
    link: { ...styles.link, color: light.accent },
    facts: { ...styles.facts, backgroundColor: light.tint },
    darkStyles: darkStyles(dark),
  };
}

export type Colored = ReturnType<typeof colored>;

const darkStyles = ({ accent, tint, "on-accent": onAccent }: Accent) => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #171411 !important; color: #f3ece2 !important; }
  .card { background-color: #201c18 !important; color: #f3ece2 !important; }
  .facts { background-color: ${tint} !important; }
  .quiet { color: #bcb1a4 !important; }
  .link { color: ${accent} !important; }
  .button { background-color: ${accent} !important; color: ${onAccent} !important; }
  .button span { color: ${onAccent} !important; }
  .line { border-color: #3b342d !important; }
}`;
