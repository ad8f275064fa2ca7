import { getCurrentRequest } from "./current-request";

// Stub of `next/headers` without a server.

export const headers = async () => getCurrentRequest().headers;

export async function cookies() {
  const { jar, mayKeep } = getCurrentRequest();
  return {
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) as string } : undefined),
    set(name: string, value: string, { maxAge, expires }: { maxAge?: number; expires?: Date }) {
      if (!mayKeep) throw new Error(`a page that is being rendered cannot set the cookie ${name}`);
      if (maxAge === 0 || (expires && expires <= new Date())) jar.delete(name);
      else jar.set(name, value);
    },
  };
}
