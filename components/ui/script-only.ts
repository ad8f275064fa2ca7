import { cn } from "./cn";

/** What only a script can do: its room is there before one runs, so that nothing moves; where none may run it takes none. */
export const scriptOnly = (runs: boolean, ...names: Parameters<typeof cn>) =>
  cn(...names, !runs && "invisible noscript:hidden");
