type Props = {
  /** Text alternative. */
  label: string;
  notified: number;
  decided: number;
  waiting: number;
  limit: number;
};

/** Percent of the width; the same in all bars, so that they can be compared. */
const LIMIT_PERCENT = 75;

/** Notified, accepted, free and waiting, and the limit. Without a limit there is only text. */
export function PlacesBar({ label, notified, decided, waiting, limit }: Props) {
  const scale = LIMIT_PERCENT / Math.max(1, limit);
  const clampWidth = (used: number, width: number) => Math.min(width, 100 - used);
  const notifiedWidth = clampWidth(0, notified * scale);
  const decidedWidth = clampWidth(notifiedWidth, decided * scale);
  const waitingStart = Math.max(LIMIT_PERCENT, notifiedWidth + decidedWidth);
  return (
    <svg className="seat-bar" role="img" aria-label={label}>
      <rect className="seat-free" width={percent(limit > 0 ? LIMIT_PERCENT : 0)} height="100%" />
      <rect className="seat-told" width={percent(notifiedWidth)} height="100%" />
      <rect className="seat-decided" x={percent(notifiedWidth)} width={percent(decidedWidth)} height="100%" />
      <rect
        className="seat-waiting"
        x={percent(waitingStart)}
        width={percent(clampWidth(waitingStart, waiting * scale))}
        height="100%"
      />
      <rect className="seat-limit" x={`${LIMIT_PERCENT}%`} y="-20%" width="2" height="140%" />
    </svg>
  );
}

const percent = (value: number) => `${Math.round(value * 100) / 100}%`;

const parts = ["told", "decided", "free", "waiting"] as const;

export function Legend({ getText }: { getText: (part: (typeof parts)[number]) => string }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2 text-small text-muted">
      {parts.map((part) => (
        <span key={part} className="inline-flex items-center gap-2">
          <svg className="seat-bar size-4" aria-hidden="true">
            <rect className={`seat-${part}`} width="100%" height="100%" />
          </svg>
          {getText(part)}
        </span>
      ))}
    </p>
  );
}
