import type { Ratio } from "./compare";

const ROW = 44;
const LEFT = 20;
const WIDTH = 720;

/** The ratios beside their goals, as an SVG that follows the reader's colour scheme. */
export function chart(ratios: Ratio[]): string {
  const height = ratios.length * ROW + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Ratios and goals" font-family="system-ui, sans-serif" font-size="13">
<style>text{fill:#1f2328}.bar{fill:#2f6f4f}.missed{fill:#b35900}.goal{stroke:#1f2328;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#5fb58a}.missed{fill:#f0a04b}.goal{stroke:#e6edf3}}</style>
${ratios.map(row).join("\n")}
<text x="${LEFT}" y="${height - 6}" font-size="11">Bars: the median ratio; the upright line: the goal.</text>
</svg>
`;
}

function row({ work, goal, ratio }: Ratio, at: number): string {
  const y = at * ROW + 16;
  const scale = (WIDTH - 2 * LEFT - 60) / Math.max(goal * 1.5, ratio);
  const end = LEFT + ratio * scale;
  const mark = LEFT + goal * scale;
  return `<text x="${LEFT}" y="${y}">${work.replaceAll("`", "")}</text>
<rect class="${ratio < goal ? "missed" : "bar"}" x="${LEFT}" y="${y + 5}" width="${(ratio * scale).toFixed(1)}" height="12" rx="2"/>
<line class="goal" x1="${mark.toFixed(1)}" x2="${mark.toFixed(1)}" y1="${y + 2}" y2="${y + 20}"/>
<text x="${(end + 8).toFixed(1)}" y="${y + 16}">${ratio.toFixed(2)}</text>`;
}
