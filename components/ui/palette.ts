/** The palette: warm paper and ink, one accent (petrol), one colour for errors. */
export const palette = {
  light: {
    paper: "#fbf7f0",
    surface: "#fffdf9",
    ink: "#26211c",
    muted: "#5c5349",
    line: "#857a6d",
    hairline: "#e6ddcf",
    accent: "#0b5d5a",
    "accent-strong": "#074542",
    "on-accent": "#ffffff",
    tint: "#e5f0ed",
    danger: "#a3211b",
    "danger-tint": "#fdeeeb",
    // Logos are drawn for white paper.
    logo: "transparent",
  },
  dark: {
    paper: "#171411",
    surface: "#201c18",
    ink: "#f3ece2",
    muted: "#bcb1a4",
    line: "#91867a",
    hairline: "#3b342d",
    accent: "#7fcdc4",
    "accent-strong": "#a9e2db",
    "on-accent": "#08201f",
    tint: "#1b302d",
    danger: "#ff9f94",
    "danger-tint": "#3b201d",
    logo: "#ffffff",
  },
} as const;
