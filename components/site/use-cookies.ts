import { useEffect } from "react";

/** Warns before the user types when cookies are blocked (lib/http/cookie-check.ts). */
export function useCookies() {
  useEffect(() => {
    if (!navigator.cookieEnabled) location.replace("?cookies=tried");
  }, []);
}
