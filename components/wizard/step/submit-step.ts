import { unstable_isUnrecognizedActionError as isOfAnotherBuild } from "next/navigation";
import { useEffect } from "react";
import { submitNatively } from "@/components/forms/native-post";
import { LANGUAGE_FIELD } from "@/lib/i18n/locales";
import type { StepState } from "./step-state";

/** Undefined after a redirect. */
export async function submitStep(
  action: () => Promise<StepState>,
  here: string,
  data: FormData,
): Promise<StepState | undefined> {
  try {
    return await action();
  } catch (error) {
    if (String((error as { digest?: string }).digest).startsWith("NEXT_REDIRECT")) return;
    if (isOfAnotherBuild(error)) {
      submitNatively(here, data);
      return;
    }
    const [, again] = /^busy (\d+)$/.exec((error as Error).message) ?? []; // lib/http/load-shedding.ts
    // Not automatically after a change of language, which the user must repeat.
    if (again && !data.has(LANGUAGE_FIELD)) return { problems: {}, refusal: "busy", again: Number(again) };
    return { problems: {}, refusal: navigator.onLine ? "unavailable" : "offline" };
  }
}

/** Retries when online again (wizard 31), or after the busy service's Retry-After. */
export function useRetry(form: React.RefObject<HTMLFormElement | null>, state: StepState) {
  useEffect(() => {
    const retry = () => form.current?.requestSubmit();
    if (state.refusal === "busy") {
      const timer = setTimeout(retry, (state.again ?? 0) * 1_000);
      return () => clearTimeout(timer);
    }
    if (state.refusal !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [form, state]);
}
