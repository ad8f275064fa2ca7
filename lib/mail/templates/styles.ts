import type { CSSProperties } from "react";

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
    backgroundColor: "#0b5d5a",
    color: "#ffffff",
    borderRadius: "6px",
    fontSize: "17px",
    fontWeight: 600,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  },
  link: { color: "#0b5d5a", wordBreak: "break-all" },
  facts: { margin: "20px 0", padding: "14px 16px", backgroundColor: "#e5f0ed", borderRadius: "6px" },
  fact: { margin: "0", fontSize: "16px", lineHeight: "26px" },
  heading: { margin: "24px 0 8px", fontSize: "17px", lineHeight: "24px" },
  list: { margin: "0 0 16px", paddingLeft: "24px", fontSize: "16px", lineHeight: "24px" },
  item: { margin: "0 0 6px" },
  line: { margin: "24px 0 16px", borderColor: "#e6ddcf" },
} satisfies Record<string, CSSProperties>;

export const darkStyles = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #171411 !important; color: #f3ece2 !important; }
  .card { background-color: #201c18 !important; color: #f3ece2 !important; }
  .facts { background-color: #1b302d !important; }
  .quiet { color: #bcb1a4 !important; }
  .link { color: #7fcdc4 !important; }
  .button { background-color: #7fcdc4 !important; color: #08201f !important; }
  .button span { color: #08201f !important; }
  .line { border-color: #3b342d !important; }
}`;
