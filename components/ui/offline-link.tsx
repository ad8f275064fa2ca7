"use client";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";

type Props = {
  /** Shown instead of the browser's offline page. */
  text: string;
  children: ReactNode;
};

/** Does not navigate while offline, so that input is kept. */
export function OfflineLink({ text, children }: Props) {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const hideText = () => setBlocked(false);
    window.addEventListener("online", hideText);
    return () => window.removeEventListener("online", hideText);
  }, []);
  const blockOffline = (event: MouseEvent) => {
    if (navigator.onLine) return;
    event.preventDefault();
    setBlocked(true);
  };
  return (
    <>
      <span onClickCapture={blockOffline}>{children}</span>
      <span role="status" className={isBlocked ? "mb-4 block max-w-measure font-semibold" : undefined}>
        {isBlocked && text}
      </span>
    </>
  );
}
