import { cn } from "./cn";

/**
 * For controls that need scripts: reserves their space until scripts run, none where scripts are disabled.
 */
export const scriptOnly = (runs: boolean, ...names: Parameters<typeof cn>) =>
  cn(...names, !runs && "invisible noscript:hidden");
