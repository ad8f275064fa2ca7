import { getCurrentRequest } from "./current-request";

// Stub of `next/headers` without a server.

export const headers = async () => getCurrentRequest().headers;

export async function cookies() {
  const { cookieJar, canSetCookies } = getCurrentRequest();
  return {
    get: (name: string) => (cookieJar.has(name) ? { name, value: cookieJar.get(name) as string } : undefined),
    set(name: string, value: string, { maxAge, expires }: { maxAge?: number; expires?: Date }) {
      if (!canSetCookies) throw new Error(`a page that is being rendered cannot set the cookie ${name}`);
      if (maxAge === 0 || (expires && expires <= new Date())) cookieJar.delete(name);
      else cookieJar.set(name, value);
    },
  };
}
