import { STEP_FORM } from "@/components/wizard/step-form-id";

/** A browser without JavaScript: reads a page's form and posts it, with the cookies that it was given. */
export function createFormClient(base: string, given: Iterable<[name: string, value: string]> = []) {
  const cookies = new Map(given);
  const set: string[] = [];
  let at = "/enroll";
  let page = "";
  let wait: number | undefined;

  async function ask(path: string, init: RequestInit = {}): Promise<number> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(base + path, {
      ...init,
      redirect: "manual",
      headers: { ...(cookie && { cookie }), origin: base, ...init.headers },
    });
    set.push(...response.headers.getSetCookie());
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const to = response.headers.get("location");
    const text = await response.text();
    if (to && response.status < 400) {
      const next = new URL(to, base);
      return ask(next.pathname + next.search);
    }
    [at, page] = [path.split("?", 1)[0] as string, text];
    wait = Number(response.headers.get("retry-after")) || undefined;
    return response.status;
  }

  const post = (values: Record<string, string | Blob>, to = at) => {
    const data = new FormData();
    const form = new RegExp(`<form[^>]* id="${STEP_FORM}"[^]*?</form>`).exec(page)?.[0] ?? page; // check answers has two
    for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      if (name) data.append(unescaped(name), unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ""));
    }
    for (const [name, value] of Object.entries(values)) data.append(name, value);
    return ask(to, { method: "POST", body: data });
  };

  return {
    open: (path: string) => ask(path),
    /** What the button of a page does that says to come back: sends what it holds, or opens it anew. */
    comeBack: () => {
      const posts = /<form method="post" action="([^"]*)"/.exec(page);
      const link = /<a class="button" href="([^"]*)"/.exec(page);
      const to = unescaped(posts?.[1] ?? link?.[1] ?? at);
      return posts ? post({}, to) : ask(to);
    },
    cookies: () => [...cookies],
    /** Every `Set-Cookie` that came so far. */
    setCookies: () => set,
    /** After how many seconds the page says to come back, if it does. */
    comeBackIn: () => wait,
    /** The step that the page asks for. */
    step: () => /\/enroll\/([\w-]+)/.exec(at)?.[1] ?? "",
    /** What it shows, and where. */
    page: () => page,
    address: () => at,
    /** What stands in a text control. */
    valueOf: (name: string) => {
      const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page)?.[0] ?? "";
      return unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
    },
    /** As if the page had been another one. */
    alter: (change: (page: string) => string) => {
      page = change(page);
    },
    /** The names of the form's controls. */
    controls: () => [
      ...new Set(
        [...page.matchAll(/<(?:input|select|textarea)[^>]* name="([^"$]+)"/g)].map(
          ([, name]) => name as string,
        ),
      ),
    ],
    /** Posts the page's form with these values in its controls; whatever it has hidden goes along. */
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
