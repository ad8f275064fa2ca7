import type { Ratio } from "./compare";

const ROW = 44;
const LEFT = 20;
const WIDTH = 720;
/** Where every bar's goal stands; the longest bar ends at three times as much. */
const GOAL = 190;
const LONGEST = 3;

/** The ratios beside their goals, as an SVG that follows the reader's colour scheme. */
export function chart(ratios: Ratio[]): string {
  const bottom = ratios.length * ROW + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 34}" role="img" aria-label="Ratios and goals" font-family="system-ui, sans-serif" font-size="13">
<style>text{fill:#1f2328}.bar{fill:#2f6f4f}.missed{fill:#b35900}.goal{stroke:#1f2328;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#5fb58a}.missed{fill:#f0a04b}.goal{stroke:#e6edf3}}</style>
${ratios.map(row).join("\n")}
<text x="${LEFT}" y="${bottom + 22}" font-size="11">Each bar: the median ratio by its goal, which is the upright line; bars of more than three times the goal are cut there.</text>
</svg>
`;
}

function row({ work, goal, ratio }: Ratio, at: number): string {
  const y = at * ROW + 16;
  const length = Math.min(ratio / goal, LONGEST) * GOAL;
  return `<text x="${LEFT}" y="${y}">${work.replaceAll("`", "")}</text>
<rect class="${ratio < goal ? "missed" : "bar"}" x="${LEFT}" y="${y + 6}" width="${length.toFixed(1)}" height="12" rx="2"/>
<line class="goal" x1="${LEFT + GOAL}" x2="${LEFT + GOAL}" y1="${y + 3}" y2="${y + 21}"/>
<text x="${(Math.max(LEFT + length, LEFT + GOAL) + 8).toFixed(1)}" y="${y + 16}">${ratio.toFixed(2)} (goal ${goal})</text>`;
}
