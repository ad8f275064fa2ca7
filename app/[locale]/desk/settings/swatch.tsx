/** A colour, beside the letters that name it. */
export function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="mr-2 inline size-5 align-[-0.25em]">
      <circle cx="10" cy="10" r="9" fill={color} />
    </svg>
  );
}
