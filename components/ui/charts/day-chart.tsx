export type DayCount = { key: string; label: string; count: number };

type Props = {
  /** A text alternative with all values. */
  label: string;
  days: DayCount[];
  /** The last day is not over: a hollow dot. */
  isLastDayOpen?: boolean;
};

const TOP = 28;
const FOOT = 146;
const LINES = 4;

/** Requests per day; only the maximum and the last day have a number. */
export function DayChart({ label, days, isLastDayOpen }: Props) {
  const max = Math.max(...days.map(({ count }) => count), 0);
  const step = niceStep(max / LINES);
  const top = step * LINES;
  const y = (count: number) => FOOT - (count / top) * (FOOT - TOP);
  const x = (index: number) => `${round(2.2 + (index * 90) / Math.max(1, days.length - 1))}%`;
  return (
    <svg className="day-chart" role="img" aria-label={label}>
      {Array.from({ length: LINES + 1 }, (_, line) => line * step).map((value) => (
        <g key={value}>
          <line className="chart-line" x1="0" x2="100%" y1={round(y(value))} y2={round(y(value))} />
          {value > 0 && (
            <text x="100%" y={round(y(value)) - 4} textAnchor="end">
              {value}
            </text>
          )}
        </g>
      ))}
      {days.map(({ key, label: day, count }, index) => {
        const [isLast, height] = [index === days.length - 1, round(y(count))];
        return (
          <g key={key}>
            <line x1={x(index)} x2={x(index)} y1={height} y2={FOOT} />
            <ellipse
              className={isLast && isLastDayOpen ? "chart-open" : undefined}
              cx={x(index)}
              cy={height}
              rx="7.5"
              ry="5.4"
            />
            {(isLast || (count === max && days.findIndex((item) => item.count === max) === index)) && (
              <text className="chart-figure" x={x(index)} y={height - 11} textAnchor="middle">
                {count}
              </text>
            )}
            <text className={isLast ? "chart-figure" : undefined} x={x(index)} y="168" textAnchor="middle">
              {day}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Rounds up to 1, 2, 5, 10, 20 and so on. */
function niceStep(min: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [1, 2, 5].map((factor) => factor * power).find((step) => step >= min);
    if (found) return found;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
