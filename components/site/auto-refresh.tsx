"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Renders the page again at an interval; nothing happens without scripts. */
export function AutoRefresh({ intervalMs }: { intervalMs: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), intervalMs);
    return () => clearInterval(timer);
  }, [router, intervalMs]);
  return null;
}
