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
  const [conflict, setConflict] = useState<DraftConflict>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const needsRefresh = useRef(false); // also if another field changes in the same pause
  const stop = () => clearTimeout(timer.current);
  const router = useRouter();
  const saveNow = async (data: FormData) => {
    stop();
    const newConflict = await Promise.resolve(save?.(data)).catch((error) =>
      isOfAnotherBuild(error) ? ("renewed" as const) : undefined,
    );
    setConflict(newConflict);
    return newConflict;
  };
  const saveSoon = ({ currentTarget, target }: React.FormEvent<HTMLFormElement>) => {
    stop();
    if ((target as HTMLElement).dataset.refreshes !== undefined) needsRefresh.current = true;
    timer.current = setTimeout(async () => {
      const shouldRefresh = needsRefresh.current;
      needsRefresh.current = false; // before saving: a change meanwhile needs a refresh of its own
      const currentConflict = await saveNow(new FormData(currentTarget));
      if (shouldRefresh && !currentConflict) router.refresh(); // after a conflict, a refresh would redirect
    }, PAUSE_MS);
  };
  return { conflict, saveNow, saveSoon, stop };
}
