import { useEffect, useRef } from "react";

const PAUSE_MS = 300;

/**
 * Remembers what is typed whenever the writer pauses, so that a reload finds it (W10). A courtesy:
 * the page itself holds it all, and Continue saves it.
 */
export function useAutosave(save: ((form: FormData) => Promise<void>) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => clearTimeout(timer.current);
  const saveNow = (data: FormData) => {
    stop();
    save?.(data).catch(() => undefined);
  };
  const saveSoon = ({ currentTarget }: React.FormEvent<HTMLFormElement>) => {
    stop();
    timer.current = setTimeout(() => saveNow(new FormData(currentTarget)), PAUSE_MS);
  };
  return { saveNow, saveSoon, stop };
}
