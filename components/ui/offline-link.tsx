"use client";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";

type Props = {
  /** Said in the place of the browser's own error page. */
  words: string;
  /** A link. */
  children: ReactNode;
};

/** A link that leads nowhere while there is no connection, and says so: what was typed stays where it is. */
export function OfflineLink({ words, children }: Props) {
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
        {isHeld && words}
      </span>
    </>
  );
}
