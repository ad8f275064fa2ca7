/** What one colour of the school becomes in a theme: links and buttons, those pressed, words on them, a shade. */
export type Accent = Record<"accent" | "accent-strong" | "on-accent" | "tint", string>;

/** The house's own colour, whose shades were chosen by eye. */
export const HOUSE_COLOR = "#0b5d5a";

const HOUSE: Record<Theme, Accent> = {
  light: { accent: HOUSE_COLOR, "accent-strong": "#074542", "on-accent": "#ffffff", tint: "#e5f0ed" },
  dark: { accent: "#7fcdc4", "accent-strong": "#a9e2db", "on-accent": "#08201f", tint: "#1b302d" },
};

type Theme = "light" | "dark";

/** What words and buttons stand on, and whither a colour moves until it can be read there. */
const themes = {
  light: { grounds: ["#fbf7f0", "#fffdf9"], surface: "#fffdf9", extreme: "#000000", shade: 0.09 },
  dark: { grounds: ["#171411", "#201c18"], surface: "#201c18", extreme: "#ffffff", shade: 0.14 },
} as const;

const AA_TEXT = 4.5;
const STEPS = 100;

/**
 * A colour of the school in both themes. One that could not be read on the pages' ground is darkened, in the dark
 * theme lightened, as little as it takes for a contrast of 4.5 (WCAG 2.2, 1.4.3).
 *
 * @param color `#rrggbb`
 */
export function accentsOf(color: string): Record<Theme, Accent> {
  if (color === HOUSE_COLOR) return HOUSE;
  return { light: readable(color, "light"), dark: readable(color, "dark") };
}

function readable(color: string, theme: Theme): Accent {
  const { grounds, surface, extreme, shade } = themes[theme];
  for (let step = 0; ; step++) {
    const accent = mix(color, extreme, step / STEPS);
    const tint = mix(surface, accent, shade);
    const isReadable = [...grounds, tint].every((ground) => contrast(accent, ground) >= AA_TEXT);
    if (!isReadable && step < STEPS) continue;
    const strong = mix(accent, extreme, 0.3);
    return { accent, "accent-strong": strong, "on-accent": theme === "light" ? "#ffffff" : grounds[0], tint };
  }
}

/** Between two colours: `part` of the way from one to the other. */
function mix(one: string, other: string, part: number): string {
  const [from, to] = [channels(one), channels(other)];
  const mixed = from.map((value, at) => Math.round(value + ((to[at] as number) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
