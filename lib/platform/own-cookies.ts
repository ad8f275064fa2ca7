/**
 * Every cookie that a page of ours keeps in a browser; true where who sends it is in the middle of something:
 * a form, an account, the desk.
 */
const cookies = {
  matricula_draft: true,
  session: true,
  desk: true,
  device: false,
  guardian: false,
  "desk-device": false,
  "desk-held": false,
  mailbox: false,
  "cookie-check": false,
} as const;

export type CookieName = keyof typeof cookies;

/** Where served by TLS, the browser itself keeps other hosts and plain HTTP from setting it. */
export const getCookieName = (name: CookieName, secure: boolean) => (secure ? `__Host-${name}` : name);

const DAY_S = 24 * 3600;

/** So many seconds a browser keeps those that live no longer than they are told when set. */
export const cookieLifetimes = {
  matricula_draft: 30 * DAY_S, // longer than a draft, so that a family that comes back too late can be told so
  desk: DAY_S / 2,
  "desk-device": 400 * DAY_S,
  "desk-held": 3600,
} as const;

/** Whether a `Cookie` header is of somebody in the middle of something. What it leads to, nobody looks at here. */
export function hasActiveSession(header: string | undefined, secure: boolean): boolean {
  const sent = new Set(header?.split("; ").map((cookie) => cookie.split("=", 1)[0]));
  return Object.entries(cookies).some(
    ([name, underWay]) => underWay && sent.has(getCookieName(name as CookieName, secure)),
  );
}

/** What a `Cookie` header says of the cookie with this very name. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split("; ")
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The `Set-Cookie` of one that only this server reads. */
export const formatSetCookie = (name: CookieName, value: string, seconds: number, secure: boolean) =>
  `${getCookieName(name, secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
