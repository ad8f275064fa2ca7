import { cn } from "@/components/ui/cn";
import { getInstrumentFamily } from "@/lib/catalogue/instrument-family";

type InstrumentFamily = ReturnType<typeof getInstrumentFamily>;

export type PictureSource = { src: string; width: number; height: number; alt: string };

type Props = {
  picture: PictureSource | undefined;
  name: string;
  className: string;
};

/** Falls back to the drawing of the instrument's family. */
export function SpecialityPicture({ picture, name, className }: Props) {
  if (picture)
    return (
      // biome-ignore lint/performance/noImgElement: served in its displayed size
      <img
        src={picture.src}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading="lazy"
        decoding="async"
        className={cn("flex-none rounded-control", className, "object-cover")}
      />
    );
  return <FamilyDrawing family={getInstrumentFamily(name)} className={className} />;
}

type DrawingProps = { family: InstrumentFamily; className: string };

export const FamilyDrawing = ({ family, className }: DrawingProps) => (
  <svg
    viewBox="0 0 64 64"
    aria-hidden="true"
    className={cn("flex-none rounded-control bg-tint stroke-accent", className)}
    fill="none"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={drawings[family]} />
  </svg>
);

/** One SVG path each. */
const drawings: Record<InstrumentFamily, string> = {
  strings:
    "M32 26c-8 0-11 3-11 8 0 4 3 4 3 7s-5 4-5 9c0 6 6 8 13 8s13-2 13-8c0-5-5-6-5-9s3-3 3-7c0-5-3-8-11-8zM32 26V7M28 10h8M28 15h8M26 46h12M30 26v20M34 26v20M29 52h6",
  keys: "M8 18h48v28H8zM20 36v10M32 36v10M44 36v10M16 18h8v18h-8zM28 18h8v18h-8zM40 18h8v18h-8z",
  wind: "M6 26h32c7 0 12-3 18-9v30c-6-6-11-9-18-9M6 23v6M20 26v14a6 6 0 0 0 6 6h8a6 6 0 0 0 6-6v-2M24 26v-8M31 26v-8M38 26v-8M22 18h4M29 18h4M36 18h4",
  voice:
    "M32 8a8 8 0 0 1 8 8v14a8 8 0 0 1-16 0V16a8 8 0 0 1 8-8zM16 28v2a16 16 0 0 0 32 0v-2M32 46v10M23 56h18M24 20h6M24 28h6",
  percussion:
    "M12 32a20 7 0 0 1 40 0a20 7 0 0 1-40 0v17c0 4 9 7 20 7s20-3 20-7V32M18 37l7 17M46 37l-7 17M32 39v17M14 8l15 20M50 8L35 28",
  other:
    "M24 46V16l24-6v30M24 24l24-6M24 46a7 5 0 1 1-14 0a7 5 0 1 1 14 0zM48 40a7 5 0 1 1-14 0a7 5 0 1 1 14 0z",
};
