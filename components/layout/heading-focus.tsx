"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** Moves focus to the heading after a client navigation, so that screen readers announce the page. */
export function HeadingFocus() {
  const pathname = usePathname();
  const previousPathname = useRef(pathname);
  useEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading || document.activeElement?.closest("[data-error-summary]")) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
