import { cn } from "./cn";

/**
 * For controls that need scripts: reserves their space until scripts run, none where scripts are disabled.
 */
export const scriptOnly = (isHydrated: boolean, ...names: Parameters<typeof cn>) =>
  cn(...names, !isHydrated && "invisible noscript:hidden");
