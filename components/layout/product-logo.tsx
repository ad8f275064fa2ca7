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

type Note = { x: number; y: number; top: number; hollow?: boolean; spark?: boolean };

/** The centre of each head, and the upper end of its stem. */
const notes: Note[] = [
  { x: 120, y: 250, top: 110 },
  { x: 232, y: 217, top: 77, hollow: true },
  { x: 352, y: 174, top: 34, spark: true },
  { x: 466, y: 224, top: 94 },
  { x: 566, y: 140, top: 40 },
  { x: 684, y: 144, top: 4, hollow: true },
];

/** The drawing of a brand block; decorative. */
export const MusicStaff = ({ className }: { className?: string }) => (
  <svg
    viewBox="0 0 760 340"
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
    className={cn("staff", className)}
  >
    <path
      className="staff-lines"
      d={[84, 126, 168, 210, 252].map((y) => `M0 ${y}C253 ${y + 48} 507 ${y + 44} 760 ${y - 78}`).join("")}
      strokeWidth="1.8"
    />
    {notes.map((note) => (
      <NoteShape key={note.x} {...note} />
    ))}
    <path d="M491 94L591 40" strokeWidth="13" />
  </svg>
);

const NoteShape = ({ x, y, top, hollow, spark }: Note) => (
  <g className={spark ? "staff-spark" : undefined} strokeWidth="4.4">
    <path d={`M${x + 25} ${y - 8}V${top}`} />
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
