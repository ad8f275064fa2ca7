import { unstable_isUnrecognizedActionError as isOfAnotherBuild, useRouter } from "next/navigation";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { DraftConflict } from "./step-state";

const PAUSE_MS = 300;

export type Autosave = (form: FormData) => Promise<DraftConflict | undefined>;

/**
 * Saves input when typing pauses or the page is left, so that a reload, Back and Forward keep it (W4, W10).
 * Failures are ignored, but conflicts are shown.
 */
export function useAutosave(save: Autosave | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [conflict, setConflict] = useState<DraftConflict>();
  const needsRefresh = useRef(false); // also if another field changes in the same pause
  const changedForm = useRef<HTMLFormElement>(undefined);
  const router = useRouter();
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
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
    changedForm.current = currentTarget;
    if ((target as HTMLElement).dataset.refreshes !== undefined) needsRefresh.current = true;
    timer.current = setTimeout(async () => {
      const shouldRefresh = needsRefresh.current;
      needsRefresh.current = false; // before saving: a change meanwhile needs a refresh of its own
      const currentConflict = await saveNow(new FormData(currentTarget));
      if (shouldRefresh && !currentConflict) router.refresh(); // after a conflict, a refresh would redirect
    }, PAUSE_MS);
  };
  const leave = useEffectEvent(() => {
    if (!changedForm.current) return;
    if (navigator.onLine) router.refresh(); // the router keeps the page for Back and Forward as it was loaded
    if (timer.current) void saveNow(new FormData(changedForm.current));
  });
  useLayoutEffect(() => () => leave(), []); // before Forward is possible
  /** After Continue, which has saved the input and renewed the router's pages. */
  const markSaved = () => {
    changedForm.current = undefined;
  };
  return { conflict, saveNow, saveSoon, stop, markSaved };
}
