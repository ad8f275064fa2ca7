type Props = {
  /** What the bar says in words; its numbers stand beside it too. */
  label: string;
  told: number;
  decided: number;
  waiting: number;
  limit: number;
};

/** Where the limit stands in every bar, so that what is too much lies right of one line down the page. */
const LIMIT_AT = 75;

/** Places as a bar: told, decided, free, the limit, who waits. Without a limit there is no bar but words. */
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

/** What the colours of the bars mean. */
export function SeatKey({ words }: { words: Record<"told" | "decided" | "free" | "waiting", string> }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2 text-small text-muted">
      {(["told", "decided", "free", "waiting"] as const).map((part) => (
        <span key={part} className="inline-flex items-center gap-2">
          <svg className="seat-bar size-4" aria-hidden="true">
            <rect className={`seat-${part}`} width="100%" height="100%" />
          </svg>
          {words[part]}
        </span>
      ))}
    </p>
  );
}
