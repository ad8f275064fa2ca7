"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Looks again every few seconds while something goes on; without JavaScript a link does. */
export function AutoRefresh({ every }: { every: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), every);
    return () => clearInterval(timer);
  }, [router, every]);
  return null;
}
