import { useEffect, useRef } from "react";

const PAUSE_MS = 300;

/**
 * Remembers what is typed whenever the writer pauses, so that a reload finds it (W10). A courtesy:
 * the page itself holds it all, and Continue saves it.
 */
export function useKeep(keep: ((form: FormData) => Promise<void>) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => clearTimeout(timer.current);
  const keepNow = (data: FormData) => {
    stop();
    keep?.(data).catch(() => undefined);
  };
  const keepSoon = ({ currentTarget }: React.FormEvent<HTMLFormElement>) => {
    stop();
    timer.current = setTimeout(() => keepNow(new FormData(currentTarget)), PAUSE_MS);
  };
  return { keepNow, keepSoon, stop };
}
