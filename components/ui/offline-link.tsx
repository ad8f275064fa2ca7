"use client";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";

type Props = {
  /** Shown instead of the browser's offline page. */
  text: string;
  children: ReactNode;
};

/** Does not navigate while offline, so that input is kept. */
export function OfflineLink({ text, children }: Props) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const goOn = () => setHeld(false);
    window.addEventListener("online", goOn);
    return () => window.removeEventListener("online", goOn);
  }, []);
  const hold = (event: MouseEvent) => {
    if (navigator.onLine) return;
    event.preventDefault();
    setHeld(true);
  };
  return (
    <>
      <span onClickCapture={hold}>{children}</span>
      <span role="status" className={isHeld ? "mb-4 block max-w-measure font-semibold" : undefined}>
        {isHeld && text}
      </span>
    </>
  );
}
