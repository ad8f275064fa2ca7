import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { palette } from "./components/ui/palette";

type Token = keyof (typeof palette)["light"];

const variables = (theme: Record<Token, string>) =>
  Object.fromEntries(Object.entries(theme).map(([token, value]) => [`--${token}`, value]));

export default {
  content: ["./app/**/*.tsx", "./components/**/*.tsx"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(Object.keys(palette.light).map((token) => [token, `var(--${token})`])),
    },
    fontFamily: {
      sans: ["system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif"],
      serif: ["Iowan Old Style", "Palatino Linotype", "Palatino", "Book Antiqua", "Georgia", "serif"],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace"],
    },
    fontSize: {
      small: ["1rem", { lineHeight: "1.5" }],
      base: ["1.125rem", { lineHeight: "1.55" }],
      lead: ["1.25rem", { lineHeight: "1.5" }],
      heading: ["1.375rem", { lineHeight: "1.3" }],
      title: ["clamp(1.75rem, 1.5rem + 1.2vw, 2.25rem)", { lineHeight: "1.2" }],
      display: ["clamp(2.125rem, 1.6rem + 2.6vw, 3.25rem)", { lineHeight: "1.1" }],
    },
    extend: {
      maxWidth: { page: "64rem", desk: "80rem", column: "40rem", measure: "34rem" },
      minHeight: { target: "2.75rem" },
      minWidth: { target: "2.75rem" },
      borderRadius: { control: "0.5rem", card: "0.875rem" },
    },
  },
  plugins: [
    plugin(({ addBase }) => {
      addBase({
        ":root": { colorScheme: "light dark", ...variables(palette.light) },
        "@media (prefers-color-scheme: dark)": { ":root": variables(palette.dark) },
        "@media print": { ":root": { colorScheme: "light", ...variables(palette.light) } },
      });
    }),
  ],
} satisfies Config;
