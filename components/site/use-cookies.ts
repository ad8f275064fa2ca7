import { useEffect } from "react";

/** A form whose answers would be forgotten at once says so before anything is typed (lib/http/cookie-check.ts). */
export function useCookies() {
  useEffect(() => {
    if (!navigator.cookieEnabled) location.replace("?cookies=tried");
  }, []);
}
