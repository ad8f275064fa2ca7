"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Reloads every `every` seconds; without scripts it is a link. */
export function AutoRefresh({ every }: { every: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), every);
    return () => clearInterval(timer);
  }, [router, every]);
  return null;
}
