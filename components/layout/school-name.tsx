import type { SchoolIdentity } from "./footer";
import { ProductLogo } from "./product-logo";

/** From this ratio on a logo is the name itself, written; a squarer one stands beside it. */
const WRITTEN = 2;

/** The mark and the school's name; its logo in their place, where it has one. */
export function SchoolName({ school: { name, logo } }: { school: Pick<SchoolIdentity, "name" | "logo"> }) {
  if (!logo) {
    return (
      <>
        <ProductLogo />
        <span className="min-w-0">{name}</span>
      </>
    );
  }
  const isWritten = logo.width / logo.height >= WRITTEN;
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: as large as it is shown, with nothing to be made smaller */}
      <img
        {...logo}
        alt={isWritten ? name : ""}
        className="h-9 w-auto max-w-[52vw] shrink-0 rounded-control bg-logo object-contain sm:max-w-72 dark:p-1"
      />
      {!isWritten && <span className="min-w-0">{name}</span>}
    </>
  );
}
