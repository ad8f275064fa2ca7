import { cn } from "@/components/ui/cn";

/** The school's mark: a note on its staff. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("fill-none stroke-current", className)}>
      <path d="M2 9h28M2 14h28M2 19h28M2 24h28" strokeWidth="1" opacity="0.45" />
      <ellipse cx="12" cy="23" rx="4.6" ry="3.4" transform="rotate(-20 12 23)" className="fill-current" />
      <path d="M16.2 21.6V5.5c1.2 4 6.3 4.2 6.3 9.3" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}

/** Five staff lines that swell like a phrase out of nothing, with a few notes on them. Decoration only. */
export function Staff({ className }: { className?: string }) {
  const lines = [0, 1, 2, 3, 4].map((line) => {
    const y = 40 + line * 16;
    return `M0 ${y} C 130 ${y - 46}, 260 ${y + 44}, 400 ${y} S 640 ${y - 34}, 760 ${y - 6}`;
  });
  return (
    <svg
      viewBox="0 0 760 150"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cn(
        "fill-none stroke-current [mask-image:linear-gradient(to_right,transparent,#000_30%)]",
        className,
      )}
    >
      {lines.map((line) => (
        <path key={line} d={line} strokeWidth="1.4" opacity="0.4" />
      ))}
      {notes.map(([x, y, stem]) => (
        <g key={x}>
          <ellipse
            cx={x}
            cy={y}
            rx="9"
            ry="6.6"
            transform={`rotate(-22 ${x} ${y})`}
            className="fill-current"
          />
          <path
            d={stem > 0 ? `M${x + 8.2} ${y - 3}v-44` : `M${x - 8.2} ${y + 3}v44`}
            strokeWidth="2.2"
            strokeLinecap="round"
          />
        </g>
      ))}
      <path d="M482.2 43 L538.2 30" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}

const notes: [x: number, y: number, stem: 1 | -1][] = [
  [92, 58, 1],
  [188, 84, 1],
  [296, 62, -1],
  [386, 96, 1],
  [474, 90, 1],
  [530, 77, 1],
  [650, 46, -1],
];
