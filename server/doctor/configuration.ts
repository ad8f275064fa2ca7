import { type CheckResult, ok, warning, wrong } from "@/lib/platform/check-result";
import { env, requireMailSettings } from "@/lib/platform/env";
import { getSetupWarnings } from "@/server/startup/setup-warnings";

/** Checks that the environment schema cannot do, but a start does. */
export async function checkConfiguration(): Promise<CheckResult[]> {
  try {
    requireMailSettings();
  } catch (error) {
    const sentences = (error as Error).message.split("\n");
    return sentences.map((sentence) => wrong(sentence, "Set it in .env and restart."));
  }
  return [ok(env.embedded ? "the demo on its embedded database" : "nothing is missing"), ...checkProxy()];
}

export async function checkSetupWarnings(): Promise<CheckResult[]> {
  return (await getSetupWarnings()).map((text) => warning(text, "docs/operations.md, “Install”."));
}

function checkProxy(): CheckResult[] {
  if (env.embedded || !env.APP_URL?.startsWith("https:") || env.TRUSTED_PROXIES.length > 0) return [];
  return [
    warning(
      "APP_URL is https, which a proxy must end, and TRUSTED_PROXIES names none: all families count as one address.",
      "TRUSTED_PROXIES=<the proxy's address>",
    ),
  ];
}
