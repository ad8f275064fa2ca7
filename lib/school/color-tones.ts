/** `#rrggbb` of an OKLCH colour: reduces chroma until sRGB can display it, and keeps lightness and hue. */
export function toHex(lightness: number, chroma: number, hue: number): string {
  for (let reduced = chroma; ; reduced -= CHROMA_STEP) {
    const rgb = toLinearRgb(lightness, Math.max(reduced, 0), hue);
    if (reduced > 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;
    return `#${rgb.map(toHexByte).join("")}`;
  }
}

export const DEFAULT_COLOR = "#0b5d5a";

type Theme = "light" | "dark";

/** The greys, warm and independent of the school's colour; lightness and chroma as `[light, dark]`. */
const greys = {
  paper: [0.975, 0.004, 0.195, 0.005],
  surface: [1, 0, 0.238, 0.006],
  sunken: [0.953, 0.006, 0.165, 0.004],
  ink: [0.24, 0.012, 0.945, 0.008],
  muted: [0.46, 0.014, 0.765, 0.014],
  /** Borders of controls; rules between rows. */
  line: [0.61, 0.014, 0.59, 0.01],
  hairline: [0.905, 0.008, 0.33, 0.008],
} as const;

/** Hue and chroma of states, always shown with an icon and a word. */
const stateHues = { ok: [152, 0.11], wait: [72, 0.1], danger: [22, 0.16], info: [250, 0.11] } as const;

/** Lightness and share of the chroma of a state's text, background and border. */
const stateTones = {
  "": [0.42, 1, 0.84, 0.85],
  "-tint": [0.962, 0.26, 0.29, 0.42],
  "-line": [0.83, 0.62, 0.45, 0.6],
} as const;

type StateTone = `${keyof typeof stateHues}${keyof typeof stateTones}`;

/**
 * Lightness and maximum chroma of each tone that follows the school's colour: `[light, dark]`. Lightness depends on
 * the role only, so that every colour is legible (WCAG 2.2, 1.4.3 and 1.4.11).
 */
const schoolTones = {
  accent: [0.44, 0.16, 0.81, 0.1],
  "accent-strong": [0.335, 0.13, 0.91, 0.07],
  /** Background of selected, current and hovered items; their border. */
  tint: [0.957, 0.017, 0.285, 0.035],
  "tint-line": [0.84, 0.05, 0.42, 0.055],
  soft: [0.74, 0.08, 0.56, 0.075],
  room: [0.9, 0.03, 0.345, 0.035],
  /** The large block on the home page and after sending. */
  brand: [0.34, 0.11, 0.285, 0.08],
  "brand-line": [0.52, 0.08, 0.46, 0.07],
  "on-brand-muted": [0.9, 0.03, 0.89, 0.03],
} as const;

type SchoolTone = keyof typeof schoolTones;
type Tone =
  | SchoolTone
  | StateTone
  | keyof typeof greys
  | "on-accent"
  | "on-brand"
  | "spark"
  | "on-spark"
  | "logo";
export type Tones = Record<Tone, string>;

const CHROMA_STEP = 0.002;
const SLACK = 0.0005;

type Rgb = [number, number, number];

const GREY_HUE = 85;

/**
 * All tones of both themes from the school's colour: its hue and (limited) chroma, with the role's lightness.
 * @param color `#rrggbb`
 */
export function createTones(color: string): Record<Theme, Tones> {
  return { light: createThemeTones("light", color), dark: createThemeTones("dark", color) };
}

/** The colour of the browser's own bar: the header's background. */
export const themeColors = (["light", "dark"] as const).map((theme) => ({
  media: `(prefers-color-scheme: ${theme})`,
  color: toHex(...inTheme(theme, greys.surface), GREY_HUE),
}));

/** Only the tones that follow the colour, for a style sheet that overrides the default. */
export function createSchoolTones(theme: Theme, color: string): Record<SchoolTone, string> {
  const { chroma, hue } = toChromaAndHue(color);
  const maxChroma = chroma * CHROMA_FACTOR; // grey stays grey
  return mapTones(schoolTones, (tone) => {
    const [lightness, cap] = inTheme(theme, tone);
    return toHex(lightness, Math.min(cap, maxChroma), hue);
  });
}
/** Chroma and hue of `#rrggbb` in OKLCH (Björn Ottosson, 2020); its lightness is not used. */
function toChromaAndHue(color: string): { chroma: number; hue: number } {
  const [r, g, b] = linearRgb(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const labA = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const labB = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { chroma: Math.hypot(labA, labB), hue: (Math.atan2(labB, labA) * 180) / Math.PI };
}

function toLinearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const labA = chroma * Math.cos((hue * Math.PI) / 180);
  const labB = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * labA + 0.2158037573 * labB) ** 3;
  const m = (lightness - 0.1055613458 * labA - 0.0638541728 * labB) ** 3;
  const s = (lightness - 0.0894841775 * labA - 1.291485548 * labB) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const linearRgb = (color: string): Rgb =>
  [1, 3, 5].map((index) => {
    const channel = Number.parseInt(color.slice(index, index + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as Rgb;

function toHexByte(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const channel = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, "0");
}

const CHROMA_FACTOR = 1.15;

function createThemeTones(theme: Theme, color: string): Tones {
  const states = Object.entries(stateHues).flatMap(([state, [hue, chroma]]) =>
    Object.entries(stateTones).map(([suffix, tone]) => {
      const [lightness, chromaFactor] = inTheme(theme, tone);
      return [`${state}${suffix}`, toHex(lightness, chroma * chromaFactor, hue)];
    }),
  );
  return {
    ...createSchoolTones(theme, color),
    ...mapTones(greys, (tone) => toHex(...inTheme(theme, tone), GREY_HUE)),
    ...(Object.fromEntries(states) as Record<StateTone, string>),
    "on-accent": theme === "light" ? "#ffffff" : toHex(0.185, 0.02, GREY_HUE),
    "on-brand": "#ffffff",
    spark: "#ffc861",
    "on-spark": "#221f19",
    // Logos are usually drawn for a white background.
    logo: theme === "light" ? "transparent" : "#ffffff",
  };
}

type Values = readonly [number, number, number, number];

function inTheme(theme: Theme, tone: Values): [number, number] {
  return theme === "light" ? [tone[0], tone[1]] : [tone[2], tone[3]];
}

const mapTones = <Name extends string>(rows: Record<Name, Values>, toHexTone: (values: Values) => string) =>
  Object.fromEntries(
    Object.entries<Values>(rows).map(([name, values]) => [name, toHexTone(values)]),
  ) as Record<Name, string>;
