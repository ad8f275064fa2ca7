import { unstable_isUnrecognizedActionError as isOfAnotherBuild, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { DraftConflict } from "./step-state";

const PAUSE_MS = 300;

export type Autosave = (form: FormData) => Promise<DraftConflict | undefined>;

/**
 * Saves input when typing pauses, so that a reload keeps it (W10). Failures are ignored, but conflicts are
 * shown.
 */
export function useAutosave(save: Autosave | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [overtaken, setOvertaken] = useState<DraftConflict>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const refreshOwed = useRef(false); // also where something else is typed within the same pause
  const stop = () => clearTimeout(timer.current);
  const router = useRouter();
  const saveNow = async (data: FormData) => {
    stop();
    const found = await Promise.resolve(save?.(data)).catch((error) =>
      isOfAnotherBuild(error) ? ("renewed" as const) : undefined,
    );
    setOvertaken(found);
    return found;
  };
  const saveSoon = ({ currentTarget, target }: React.FormEvent<HTMLFormElement>) => {
    stop();
    if ((target as HTMLElement).dataset.refreshes !== undefined) refreshOwed.current = true;
    timer.current = setTimeout(async () => {
      const found = await saveNow(new FormData(currentTarget));
      if (!refreshOwed.current || found) return;
      refreshOwed.current = false;
      router.refresh(); // which would lead away where the page is of no use any more
    }, PAUSE_MS);
  };
  return { overtaken, saveNow, saveSoon, stop };
}
