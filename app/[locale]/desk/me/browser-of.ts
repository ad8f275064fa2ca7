// Edge and Opera call themselves Chrome too, and Chrome calls itself Safari: the order matters.
const browsers = {
  Edge: /Edg/,
  Opera: /OPR/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrome|CriOS/,
  Safari: /Safari/,
};
const systems = {
  Android: /Android/,
  iOS: /iPhone|iPad/,
  Windows: /Windows/,
  macOS: /Macintosh/,
  Linux: /Linux|X11/,
};

/** A browser in words that its owner knows it by; undefined when it says nothing known. */
export function browserOf(userAgent: string): string | undefined {
  const find = (known: Record<string, RegExp>) =>
    Object.entries(known).find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || undefined;
}
