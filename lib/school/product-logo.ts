/** The product's logo, a note on its staff, in a square of 36 units. */
export const productLogo = {
  size: 36,
  corner: 9,
  staff: "M5 11.5h26M5 16h26M5 20.5h26M5 25h26",
  stem: "M18.4 23.6V8.2c1.3 4.2 6.6 4.3 6.6 9.6",
  head: { cx: 14, cy: 25, rx: 5, ry: 3.6, transform: "rotate(-22 14 25)" },
} as const;

type Style = {
  ground: string;
  ink: string;
  /** 0 where the platform rounds the corners itself. */
  corner?: number;
  /** The share of the square that the drawing fills. */
  scale?: number;
};

export function renderProductLogo({ ground, ink, corner = productLogo.corner, scale = 1 }: Style): string {
  const { size, staff, stem, head } = productLogo;
  const inset = (size * (1 - scale)) / 2;
  const place = scale === 1 ? "" : ` transform="translate(${inset} ${inset}) scale(${scale})"`;
  const { cx, cy, rx, ry, transform } = head;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${corner}" fill="${ground}"/><g fill="none" stroke="${ink}" stroke-linecap="round"${place}><path d="${staff}" opacity=".42"/><ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" transform="${transform}" fill="${ink}" stroke="none"/><path d="${stem}" stroke-width="2.3"/></g></svg>`;
}
