import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { createTones, DEFAULT_COLOR } from "./lib/school/color-tones";

const tones = createTones(DEFAULT_COLOR);

const variables = (theme: Record<string, string>) =>
  Object.fromEntries(Object.entries(theme).map(([token, value]) => [`--${token}`, value]));

// Sizes of type are variables of app/styles/base.css: the desk has smaller ones.
export default {
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(Object.keys(tones.light).map((token) => [token, `var(--${token})`])),
    },
    fontFamily: { sans: ["var(--text)"], head: ["var(--head)"], mono: ["var(--mono)"] },
    fontSize: {
      fine: ["var(--fs-fine)", { lineHeight: "1.45" }],
      small: ["var(--fs-small)", { lineHeight: "1.5" }],
      base: ["var(--fs-base)", { lineHeight: "1.55" }],
      lead: ["var(--fs-lead)", { lineHeight: "1.45" }],
      heading: ["var(--fs-heading)", { lineHeight: "1.2" }],
      title: ["var(--fs-title)", { lineHeight: "1.1" }],
      display: ["var(--fs-display)", { lineHeight: "0.96", letterSpacing: "-0.035em" }],
    },
    extend: {
      maxWidth: { page: "70rem", column: "38.5rem", measure: "36rem" },
      minHeight: { target: "2.75rem" },
      minWidth: { target: "2.75rem" },
      borderRadius: { control: "var(--r-m)", card: "var(--r-l)" },
    },
  },
  plugins: [
    plugin(({ addBase }) => {
      addBase({
        ":root": { colorScheme: "light dark", ...variables(tones.light) },
        "@media (prefers-color-scheme: dark)": { ":root": variables(tones.dark) },
        "@media print": { ":root": { colorScheme: "light", ...variables(tones.light) } },
      });
    }),
  ],
} satisfies Config;
