import { unstable_isUnrecognizedActionError as isOfAnotherBuild } from "next/navigation";
import { useEffect } from "react";
import { submitNatively } from "@/components/forms/native-post";
import { LANGUAGE_FIELD } from "@/lib/i18n/locales";
import type { StepState } from "./step-state";

/** Undefined after a redirect. */
export async function submitStep(
  action: () => Promise<StepState>,
  pageHref: string,
  data: FormData,
): Promise<StepState | undefined> {
  try {
    return await action();
  } catch (error) {
    if (String((error as { digest?: string }).digest).startsWith("NEXT_REDIRECT")) return;
    if (isOfAnotherBuild(error)) {
      submitNatively(pageHref, data);
      return;
    }
    const [, wait] = /^busy (\d+)$/.exec((error as Error).message) ?? []; // lib/http/load-shedding.ts
    // Not automatically after a change of language, which the user must repeat.
    if (wait && !data.has(LANGUAGE_FIELD)) return { problems: {}, error: "busy", retryAfter: Number(wait) };
    return { problems: {}, error: navigator.onLine ? "unavailable" : "offline" };
  }
}

/** Retries when online again (wizard 31), or after the busy service's Retry-After. */
export function useRetry(form: React.RefObject<HTMLFormElement | null>, state: StepState) {
  useEffect(() => {
    const retry = () => form.current?.requestSubmit();
    if (state.error === "busy") {
      const timer = setTimeout(retry, (state.retryAfter ?? 0) * 1_000);
      return () => clearTimeout(timer);
    }
    if (state.error !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [form, state]);
}
