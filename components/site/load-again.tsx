"use client";

import { useEffect } from "react";

const SOON_MS = 4_000;

/**
 * A page that came by script, after a form was sent, stands there with the status of what was sent and nothing
 * to load again by: it is loaded again here. One that the browser asked for itself stays: it may have posted.
 */
export function LoadAgain() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (loaded && loaded.responseStatus >= 500) return;
    const timer = setTimeout(() => location.reload(), SOON_MS * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, []);
  return null;
}
