/** OKLCH (Björn Ottosson, 2020): colours by lightness, chroma and hue as the eye sees them. */

/** Chroma and hue of `#rrggbb`; its lightness is nobody's business here. */
export function toChromaAndHue(color: string): { chroma: number; hue: number } {
  const [r, g, b] = linearRgb(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const along = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const across = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { chroma: Math.hypot(along, across), hue: (Math.atan2(across, along) * 180) / Math.PI };
}

/** `#rrggbb` of a colour: chroma shrinks until a screen can show it, lightness and hue stay. */
export function toHex(lightness: number, chroma: number, hue: number): string {
  for (let left = chroma; ; left -= CHROMA_STEP) {
    const rgb = toLinearRgb(lightness, Math.max(left, 0), hue);
    if (left > 0 && rgb.some((value) => value < -SLACK || value > 1 + SLACK)) continue;
    return `#${rgb.map(byteOf).join("")}`;
  }
}

const CHROMA_STEP = 0.002;
const SLACK = 0.0005;

type Rgb = [number, number, number];

function toLinearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const along = chroma * Math.cos((hue * Math.PI) / 180);
  const across = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * along + 0.2158037573 * across) ** 3;
  const m = (lightness - 0.1055613458 * along - 0.0638541728 * across) ** 3;
  const s = (lightness - 0.0894841775 * along - 1.291485548 * across) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const linearRgb = (color: string): Rgb =>
  [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as Rgb;

function byteOf(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const channel = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, "0");
}
