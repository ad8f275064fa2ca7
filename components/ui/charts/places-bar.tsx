type Props = {
  /** Text alternative. */
  label: string;
  told: number;
  decided: number;
  waiting: number;
  limit: number;
};

/** Percent of the width; the same in all bars, so that they can be compared. */
const LIMIT_AT = 75;

/** Notified, accepted, free and waiting, and the limit. Without a limit there is only text. */
export function PlacesBar({ label, told, decided, waiting, limit }: Props) {
  const scale = limit === 0 ? 0 : LIMIT_AT / limit;
  const room = (taken: number, wanted: number) => Math.min(wanted, 100 - taken);
  const toldWide = room(0, told * scale);
  const decidedWide = room(toldWide, decided * scale);
  const held = Math.max(LIMIT_AT, toldWide + decidedWide);
  return (
    <svg className="seat-bar" role="img" aria-label={label}>
      <rect className="seat-free" width={`${LIMIT_AT}%`} height="100%" />
      <rect className="seat-told" width={percent(toldWide)} height="100%" />
      <rect className="seat-decided" x={percent(toldWide)} width={percent(decidedWide)} height="100%" />
      <rect
        className="seat-waiting"
        x={percent(held)}
        width={percent(room(held, waiting * scale))}
        height="100%"
      />
      <rect className="seat-limit" x={`${LIMIT_AT}%`} y="-20%" width="2" height="140%" />
    </svg>
  );
}

const percent = (value: number) => `${Math.round(value * 100) / 100}%`;

export function SeatKey({ texts }: { texts: Record<"told" | "decided" | "free" | "waiting", string> }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2 text-small text-muted">
      {(["told", "decided", "free", "waiting"] as const).map((part) => (
        <span key={part} className="inline-flex items-center gap-2">
          <svg className="seat-bar size-4" aria-hidden="true">
            <rect className={`seat-${part}`} width="100%" height="100%" />
          </svg>
          {texts[part]}
        </span>
      ))}
    </p>
  );
}
