import type { SchoolContact } from "@/lib/school/queries";
import { ProductLogo } from "./product-logo";

/** A logo with at least this ratio contains the school's name. */
const WORDMARK_RATIO = 2;

export function SchoolName({ school: { name, logo } }: { school: Pick<SchoolContact, "name" | "logo"> }) {
  if (!logo) {
    return (
      <>
        <ProductLogo />
        <span className="min-w-0">{name}</span>
      </>
    );
  }
  const isWordmark = logo.width / logo.height >= WORDMARK_RATIO;
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: served in its displayed size */}
      <img
        {...logo}
        alt={isWordmark ? name : ""}
        className="h-9 w-auto max-w-[52vw] shrink-0 rounded-control bg-logo object-contain sm:max-w-72 dark:p-1"
      />
      {!isWordmark && <span className="min-w-0">{name}</span>}
    </>
  );
}
