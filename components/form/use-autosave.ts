import { unstable_isUnrecognizedActionError as isOfAnotherBuild } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { Overtaking } from "./step-state";

const PAUSE_MS = 300;

export type Autosave = (form: FormData) => Promise<Overtaking | undefined>;

/**
 * Remembers what is typed whenever the writer pauses, so that a reload finds it (W10). A courtesy: the page
 * itself holds it all, and Continue saves it; but where that has become of no use, it says so.
 */
export function useAutosave(save: Autosave | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [overtaken, setOvertaken] = useState<Overtaking>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => clearTimeout(timer.current);
  const saveNow = (data: FormData) => {
    stop();
    save?.(data).then(setOvertaken, (error) => setOvertaken(isOfAnotherBuild(error) ? "renewed" : undefined));
  };
  const saveSoon = ({ currentTarget }: React.FormEvent<HTMLFormElement>) => {
    stop();
    timer.current = setTimeout(() => saveNow(new FormData(currentTarget)), PAUSE_MS);
  };
  return { overtaken, saveNow, saveSoon, stop };
}
