import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { pagesShed, registry } from "@/lib/platform/metrics";
import { startServer } from "@/server";
import { createFormClient } from "@/test/soak/form-client";
import {
  type HttpResponse,
  type RequestOptions,
  sendRawBytes,
  sendRequest,
} from "@/test/support/http/http-client";
import type { PageListenerOptions } from "./page-listener";

type LoadLimits = NonNullable<PageListenerOptions["loadLimits"]>;

let server: Awaited<ReturnType<typeof startServer>>;
let rendered: { path: string; headers: IncomingMessage["headers"]; body: string; finish: () => void }[] = [];
afterEach(async () => {
  for (const { finish } of rendered) finish();
  rendered = [];
  await server.stop();
});

/** A server on which a page is rendered until the test finishes it. */
async function startPages({ maxWaitMs = 60_000, ...limits }: LoadLimits) {
  const pages = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url: path = "", headers } = incoming;
    const body = Buffer.concat(await incoming.toArray()).toString();
    rendered.push({ path, headers, body, finish: () => void outgoing.end("a page") });
  };
  server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages,
    pageOptions: { loadLimits: { maxWaitMs, ...limits } },
  });
}

const base = () => `http://127.0.0.1:${server.port}`;
const request = (path: string, options: RequestOptions & { method?: string } = {}) =>
  sendRequest(options.method ?? "GET", `${base()}${path}`, options);
const paths = () => rendered.map(({ path }) => path);
const waitForRender = (path: string) => expect.poll(paths).toContain(path);
const finish = (path: string) => rendered.find((page) => page.path === path)?.finish();
const waitForWaiting = (count: number) =>
  expect
    .poll(() => registry.getSingleMetricAsString("matricula_pages_waiting"))
    .toMatch(new RegExp(` ${count}$`));

const countShed = async () => (await pagesShed.get()).values.reduce((sum, { value }) => sum + value, 0);

const DRAFT = { headers: { Cookie: "theme=dark; matricula_draft=abc" } };
const POST = { method: "POST", body: "a=b" };
const seconds = ({ headers }: HttpResponse) => Number(headers["retry-after"]);

describe("the limit of concurrent pages", () => {
  test("serves waiting requests in order of arrival, static files at once", async () => {
    await startPages({ maxConcurrent: 2 });
    const all = [request("/one"), request("/two")];
    await waitForRender("/one");
    await waitForRender("/two");
    const waits: [string, RequestOptions & { method?: string }][] = [
      ["/start", {}],
      ["/enroll/syllabi", DRAFT],
      ["/enroll/birth-date", POST],
    ];
    for (const [path, options] of waits) {
      all.push(request(path, options));
      await waitForWaiting(all.length - 2);
    }
    const file = request("/icon.svg");
    const order = ["/one", "/start", "/enroll/syllabi", "/enroll/birth-date", "/two", "/icon.svg"];
    for (const path of order) {
      await waitForRender(path);
      finish(path);
    }
    expect((await Promise.all([file, ...all])).map(({ status }) => status)).toEqual(Array(6).fill(200));
    const waitedPaths = order.slice(1, 4);
    expect(paths().filter((path) => waitedPaths.includes(path))).toEqual(waitedPaths);
  });

  test("releases the place of a request that is aborted, waiting or in progress", async () => {
    await startPages({ maxConcurrent: 1 });
    const before = await countShed();
    const aborting = ["/inside", "/waiting"].map((path) => {
      const controller = new AbortController();
      return {
        controller,
        path,
        page: fetch(base() + path, { signal: controller.signal }).catch(() => "aborted"),
      };
    });
    await waitForRender("/inside");
    await waitForWaiting(1);
    for (const { controller, page } of aborting.toReversed()) {
      controller.abort();
      expect(await page).toBe("aborted");
      await waitForWaiting(0);
    }
    const next = request("/next");
    await waitForRender("/next");
    finish("/next");
    expect([(await next).status, paths()]).toEqual([200, ["/inside", "/next"]]);
    expect(await countShed(), "no request was shed").toBe(before);
  });

  test("counts a page that Next requests for an action's response as part of that action", async () => {
    await startPages({ maxConcurrent: 1, maxWaitMs: 20 });
    const action = request("/enroll/check", POST);
    await waitForRender("/enroll/check");
    const pass = { headers: { "X-Page-Pass": rendered[0]?.headers["x-page-pass"] as string } };
    const page = request("/enroll/done", pass);
    await waitForRender("/enroll/done");
    expect((await request("/enroll/done", { headers: { "X-Page-Pass": "guessed" } })).status).toBe(503);
    finish("/enroll/done");
    finish("/enroll/check");
    expect([(await action).status, (await page).status]).toEqual([200, 200]);
  });
});

describe("a request that would wait too long", () => {
  /** One page is being rendered; another request waits 20 ms at most. */
  async function startBusy(limits: LoadLimits = { maxWaitMs: 20 }) {
    await startPages({ maxConcurrent: 1, ...limits });
    const inside = request("/inside");
    await waitForRender("/inside");
    const finishFirst = () => {
      finish("/inside");
      return inside;
    };
    return { finishFirst };
  }

  test.each([
    ["", "es", "Hay muchas familias a la vez"],
    ["/ca", "ca", "Hi ha moltes famílies alhora"],
    ["/en", "en", "Many families are using the site right now"],
  ])("gets a retry page in its language: %s", async (prefix, language, title) => {
    await startBusy();
    const path = `${prefix}/enroll/check?from=%22check%22&x=1`;
    const response = await request(path);
    expect([response.status, response.headers["content-language"]]).toEqual([503, language]);
    expect(response.text).toContain(`<html lang="${language}">`);
    expect(response.text).toContain(`<h1>${title}</h1>`);
    expect(response.text).toContain(
      `setTimeout(() => location.replace(document.querySelector("a").href), ${seconds(response)}000)`,
    );
    expect(response.text).toContain(`<a class="button" href="${path.replaceAll("&", "&amp;")}"`);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect([3, 4, 5, 6]).toContain(seconds(response));
  });

  test("gets its language also if the address has a query, and never a link to another site", async () => {
    await startBusy();
    for (const method of ["GET", "PUT"]) // shed, and refused
      expect((await request("/ca?said=gone", { method })).headers["content-language"]).toBe("ca");
    for (const path of ["//evil.example/x", "/\\\\evil.example/x"]) {
      const line = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
      const answer = await sendRawBytes(server.port, line); // as no library would write it
      expect(answer).toMatch(/^HTTP\/1.1 503 .*href="\/evil.example\/x"/s);
    }
  });

  test("keeps the typed values in the retry page, which sends them unchanged", async () => {
    const { finishFirst } = await startBusy();
    const values = { student_name: 'Núria "Nú" <b>&amp;', observations: "dos\nlínies", $ACTION_1: '["$K1"]' };
    const client = createFormClient(base(), [["matricula_draft", "abc"]]);
    expect(await client.post(values)).toBe(503);
    expect(client.page()).toContain("Lo que acabas de escribir sigue en esta página.");
    expect(client.page()).toMatch(
      /<form method="post" action="\/enroll".*<button type="submit">Enviarlo ahora<\/button>/s,
    );
    await finishFirst();
    const again = client.post({});
    await waitForRender("/enroll");
    finish("/enroll");
    expect(await again).toBe(200);
    const { headers, body } = rendered[1] as (typeof rendered)[number];
    const type = { headers: { "content-type": String(headers["content-type"]) } };
    const sent = await new Response(body, type).formData();
    expect(Object.fromEntries(sent)).toEqual({ ...values, observations: "dos\r\nlínies" }); // as every browser writes it
  });

  test("with more than 200 fields gets 413 instead of a retry page", async () => {
    await startBusy();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = (fields: number) => Array(fields).fill("a=b").join("&");
    expect((await request("/enroll", { method: "POST", headers, body: body(200) })).status).toBe(503);
    expect((await request("/enroll", { method: "POST", headers, body: body(201) })).status).toBe(413);
  });

  test("of a step's script gets plain text, which Next passes on", async () => {
    await startBusy();
    const headers = { "Next-Action": "70aa" };
    const answer = await request("/ca/enroll/syllabi", { ...POST, headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([503, "text/plain"]);
    expect(answer.text).toBe(`busy ${answer.headers["retry-after"]}`);
  });

  test("gets the retry page at once if too many wait", async () => {
    const { finishFirst } = await startBusy({ maxWaiting: 2 });
    const paths = ["/first", "/enroll/syllabi"];
    const waitingRequests = paths.map((path) => request(path));
    await waitForWaiting(2);
    expect((await request("/enroll/check", DRAFT)).status).toBe(503);
    expect((await finishFirst()).status).toBe(200);
    for (const path of paths) {
      await waitForRender(path);
      finish(path);
    }
    expect((await Promise.all(waitingRequests)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each([
    ["/desk/paper", 200],
    ["/ca/enroll/children?x=1", 200],
    ["/ca/enroll/syllabi", 503],
  ])("of a script waits all the same if its page cannot send it again: %s", async (path, status) => {
    const { finishFirst } = await startBusy();
    const scriptPost = request(path, { ...POST, headers: { "Next-Action": "70aa" } });
    const other = request("/other", DRAFT);
    expect((await other).status, "after the maximum wait").toBe(503);
    if (status === 503) return expect((await scriptPost).status).toBe(503);
    await waitForWaiting(1);
    expect((await finishFirst()).status).toBe(200);
    await waitForRender(path);
    finish(path);
    expect((await scriptPost).status).toBe(200);
  });
});
