import { cn } from "@/components/ui/cn";
import { productLogo } from "@/lib/school/product-logo";

export function ProductLogo() {
  return (
    <svg
      viewBox={`0 0 ${productLogo.size} ${productLogo.size}`}
      aria-hidden="true"
      className="mark"
      strokeLinecap="round"
    >
      <rect width={productLogo.size} height={productLogo.size} rx={productLogo.corner} />
      <path d={productLogo.staff} strokeWidth="1" opacity=".42" />
      <ellipse {...productLogo.head} />
      <path d={productLogo.stem} strokeWidth="2.3" />
    </svg>
  );
}

/** The height of a staff line at `x`. Control points are a third apart, so that x is linear. */
function lineAt(x: number, line: number): number {
  const [part, rest] = [x / WIDTH, 1 - x / WIDTH];
  const [from, ...towards] = HEIGHTS;
  const bent = [from, ...towards].reduce(
    (sum, height, at) => sum + ([1, 3, 3, 1][at] as number) * rest ** (3 - at) * part ** at * height,
    0,
  );
  return bent + line * GAP;
}

const WIDTH = 760;
const GAP = 42;
const HEIGHTS = [84, 132, 128, 6] as const;

type Note = {
  x: number;
  /** Lines from the top; halves are spaces. */
  line: number;
  hollow?: boolean;
  spark?: boolean;
  /** Height of the stem. */
  stem?: number;
};

const notes: Note[] = [
  { x: 120, line: 3.5 },
  { x: 232, line: 2.5, hollow: true },
  { x: 352, line: 1.5, spark: true },
  { x: 466, line: 3, stem: 122 },
  { x: 566, line: 1.5, stem: 92 },
  { x: 684, line: 2.5, hollow: true },
];

/** The drawing of a brand block; decorative. */
export function MusicStaff({ className }: { className?: string }) {
  const [third, fourth] = [notes[3], notes[4]] as [Note, Note];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 340`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      className={cn("staff", className)}
    >
      <path className="staff-lines" d={lines} strokeWidth="1.8" />
      {notes.map((note) => (
        <NoteOn key={note.x} {...note} />
      ))}
      <path
        d={`M${stemOf(third).x} ${stemOf(third).top}L${stemOf(fourth).x} ${stemOf(fourth).top}`}
        strokeWidth="13"
      />
    </svg>
  );
}

const [first, second, third, last] = HEIGHTS;
const lines = [0, 1, 2, 3, 4]
  .map((line) => line * GAP)
  .map(
    (y) =>
      `M0 ${first + y}C${Math.round(WIDTH / 3)} ${second + y} ${Math.round((2 * WIDTH) / 3)} ${third + y} ${WIDTH} ${last + y}`,
  )
  .join("");

function stemOf({ x, line, stem = 132 }: Note) {
  const y = lineAt(x, line);
  return { x: x + 25, from: Math.round(y - 8), top: Math.round(y - 8 - stem) };
}

function NoteOn(note: Note) {
  const { x, line, hollow, spark } = note;
  const [y, stem] = [Math.round(lineAt(x, line)), stemOf(note)];
  return (
    <g className={spark ? "staff-spark" : undefined} strokeWidth="4.4">
      <path d={`M${stem.x} ${stem.from}V${stem.top}`} />
      <ellipse
        className={hollow ? undefined : "staff-head"}
        cx={x}
        cy={y}
        rx="25.5"
        ry="17.5"
        transform={`rotate(-24 ${x} ${y})`}
      />
    </g>
  );
}
