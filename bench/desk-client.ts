/** What came back: milliseconds until all of it was here, redirects included, and its bytes. */
export type Answer = { ms: number; bytes: number; page: string; address: string };

/** A browser without JavaScript at the desk, with the cookie of somebody who has signed in. */
export function deskClient(base: string, cookie: string) {
  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const started = performance.now();
    let address = path;
    let response = await fetch(base + path, {
      ...init,
      redirect: "manual",
      headers: { cookie, origin: base },
    });
    for (let to = response.headers.get("location"); to; to = response.headers.get("location")) {
      await response.arrayBuffer();
      const url = new URL(to, base);
      address = url.pathname + url.search;
      response = await fetch(base + address, { redirect: "manual", headers: { cookie } });
    }
    const page = await response.text();
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    return { ms: performance.now() - started, bytes: Buffer.byteLength(page), page, address };
  }

  return {
    open: (path: string) => ask(path),
    /** Posts the form of a page that has a control of this name, with what it has hidden and these values. */
    post: ({ page, address }: Answer, control: string, values: Record<string, string>) => {
      const form = page.match(/<form[\s\S]*?<\/form>/g)?.find((one) => one.includes(`name="${control}"`));
      if (!form) throw new Error(`${address} has no form with ${control}`);
      const body = new FormData();
      for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
        const [name, value] = ["name", "value"].map(
          (part) => new RegExp(` ${part}="([^"]*)"`).exec(input)?.[1],
        );
        if (name && values[name] === undefined) body.append(unescaped(name), unescaped(value ?? ""));
      }
      for (const [name, value] of Object.entries(values)) body.append(name, value);
      return ask(address, { method: "POST", body });
    },
  };
}

export type DeskClient = ReturnType<typeof deskClient>;

const unescaped = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&");
