import type { CSSProperties } from "react";

// Inline, because many mail programs drop style sheets; sizes in px, because some know no others.

const text: CSSProperties = { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px" };
const small: CSSProperties = {
  margin: "0 0 12px",
  fontSize: "14px",
  lineHeight: "20px",
  color: "#4a4a55",
  overflowWrap: "anywhere",
};

export const styles = {
  page: {
    margin: "0",
    padding: "16px 8px",
    backgroundColor: "#f4f1ea",
    color: "#1d1d24",
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
  first: { ...text, fontSize: "20px", lineHeight: "28px", fontWeight: 600 },
  text,
  small,
  action: { margin: "24px 0 16px" },
  button: {
    display: "block",
    padding: "14px 20px",
    backgroundColor: "#8c2f1b",
    color: "#ffffff",
    borderRadius: "6px",
    fontSize: "17px",
    fontWeight: 600,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  },
  link: { color: "#8c2f1b", wordBreak: "break-all" },
  facts: { margin: "20px 0", padding: "14px 16px", backgroundColor: "#f4f1ea", borderRadius: "6px" },
  fact: { margin: "0", fontSize: "16px", lineHeight: "26px" },
  heading: { margin: "24px 0 8px", fontSize: "17px", lineHeight: "24px" },
  list: { margin: "0 0 16px", paddingLeft: "24px", fontSize: "16px", lineHeight: "24px" },
  item: { margin: "0 0 6px" },
  line: { margin: "24px 0 16px", borderColor: "#d9d4c8" },
} satisfies Record<string, CSSProperties>;

export const darkStyles = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #17171c !important; color: #ececf1 !important; }
  .card { background-color: #22222a !important; color: #ececf1 !important; }
  .facts { background-color: #2e2e38 !important; }
  .quiet { color: #b9b9c6 !important; }
  .link { color: #ffb09c !important; }
  .button { background-color: #ffb09c !important; color: #2a0d06 !important; }
  .button span { color: #2a0d06 !important; }
  .line { border-color: #44444f !important; }
}`;
