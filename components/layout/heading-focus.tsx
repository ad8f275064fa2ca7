"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** After a navigation without a page load, focus goes to the page's heading, as a page load would tell. */
export function HeadingFocus() {
  const pathname = usePathname();
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading || document.activeElement?.closest("[data-error-summary]")) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
