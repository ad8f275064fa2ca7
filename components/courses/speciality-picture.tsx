import { cn } from "@/components/ui/cn";

/** Where it is served, its sides, and what is seen on it. */
export type PictureSource = { src: string; width: number; height: number; alt: string };

type Props = {
  picture: PictureSource | undefined;
  /** The speciality's. */
  name: string;
  className: string;
};

/** A speciality's picture; where there is none, five lines of a staff and a note still to come. */
export function SpecialityPicture({ picture, name, className }: Props) {
  const look = cn("flex-none rounded-control", className);
  if (picture)
    return (
      // biome-ignore lint/performance/noImgElement: it is served as small as it is shown
      <img
        src={picture.src}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading="lazy"
        decoding="async"
        className={cn(look, "object-cover")}
      />
    );
  const y = placeOf(name);
  const [x, up] = y > 32 ? [37.4, -1] : [26.6, 1];
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={cn(look, "bg-tint stroke-accent")} fill="none">
      <path d="M6 16h52M6 24h52M6 32h52M6 40h52M6 48h52" strokeWidth="1" opacity="0.4" />
      <ellipse cx="32" cy={y} rx="5.8" ry="4.2" strokeWidth="2" transform={`rotate(-22 32 ${y})`} />
      <path d={`M${x} ${y - up * -1.5}v${up * 24}`} strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** On which line or space its note stands: the same wherever it is drawn. */
const placeOf = (name: string) =>
  20 + 4 * ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 7);
