import { STEP_FORM } from "@/components/wizard/step-form-id";
import { parseForms } from "@/test/support/http/html-forms";

/** A browser without JavaScript: reads and posts forms, keeps cookies. */
export function createFormClient(base: string, initialCookies: Iterable<[name: string, value: string]> = []) {
  const cookies = new Map(initialCookies);
  const setCookieHeaders: string[] = [];
  let address = "/enroll";
  let page = "";
  let retryAfter: number | undefined;

  async function send(path: string, init: RequestInit = {}): Promise<number> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(base + path, {
      ...init,
      redirect: "manual",
      headers: { ...(cookie && { cookie }), origin: base, ...init.headers },
    });
    setCookieHeaders.push(...response.headers.getSetCookie());
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const text = await response.text();
    if (location && response.status < 400) {
      const next = new URL(location, base);
      return send(next.pathname + next.search);
    }
    [address, page] = [path.split("?", 1)[0] as string, text];
    retryAfter = Number(response.headers.get("retry-after")) || undefined;
    return response.status;
  }

  const post = (values: Record<string, string | Blob>, to = address) => {
    const data = new FormData();
    const forms = parseForms(page);
    const form = forms.find(({ id }) => id === STEP_FORM) ?? forms[0]; // check answers has two
    for (const [name, value] of [...(form?.hidden ?? []), ...Object.entries(values)])
      data.append(name, value);
    return send(to, { method: "POST", body: data });
  };

  return {
    open: (path: string) => send(path),
    /** The retry button of an error page: posts again or reloads. */
    retry: () => {
      const posts = /<form method="post" action="([^"]*)"/.exec(page);
      const link = /<a class="button" href="([^"]*)"/.exec(page);
      const to = unescaped(posts?.[1] ?? link?.[1] ?? address);
      return posts ? post({}, to) : send(to);
    },
    cookies: () => [...cookies],
    /** Every `Set-Cookie` so far. */
    setCookies: () => setCookieHeaders,
    /** Seconds of Retry-After, if any. */
    getRetryAfter: () => retryAfter,
    /** The current step. */
    step: () => /\/enroll\/([\w-]+)/.exec(address)?.[1] ?? "",
    page: () => page,
    address: () => address,
    /** Value of a text control. */
    valueOf: (name: string) => {
      const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page)?.[0] ?? "";
      return unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
    },
    /** Changes the page before it is posted. */
    alter: (change: (page: string) => string) => {
      page = change(page);
    },
    controls: () => [
      ...new Set(
        [...page.matchAll(/<(?:input|select|textarea)[^>]* name="([^"$]+)"/g)].map(
          ([, name]) => name as string,
        ),
      ),
    ],
    /** Posts the form with these values and its hidden fields. */
    post: (values: Record<string, string | Blob>) => post(values),
  };
}

const unescaped = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
