import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestListener } from "@/lib/http/page-listener";
import { prisma } from "@/lib/platform/database/prisma";
import { startServer } from "@/server";
import { getUploadLimit } from "@/server/requests/upload-limit";
import { loadCatalogue } from "@/test/support/data/catalogue";
import { aPng } from "@/test/support/data/images";
import { sendRequest } from "@/test/support/http/http-client";
import { openPage, submitForm, type Visitor } from "./browser";
import { aMember, fixtureCatalogue } from "./fixture-school";
import { fillForm } from "./submit-form";

const IMPORT = "/desk/catalogue/import";
const MEGABYTES = 4_000_000;

let server: Awaited<ReturnType<typeof startServer>>;
/** Bytes of each request that reached Next. */
const received: number[] = [];
let admin: Visitor;
let reader: Visitor;
let ended: Visitor;

beforeAll(async () => {
  await loadCatalogue(fixtureCatalogue() as never);
  admin = (await aMember("admin", "admin")).visitor;
  reader = (await aMember("reader", "reader")).visitor;
  const formerAdmin = await aMember("gone", "admin");
  ended = formerAdmin.visitor;
  await prisma().staffSession.updateMany({
    where: { memberId: formerAdmin.id },
    data: { endedAt: new Date() },
  });
  const pages: RequestListener = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    received.push(Buffer.concat(await incoming.toArray()).length);
    outgoing.end("a page");
  };
  server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages,
    pageOptions: { getMaxBytes: getUploadLimit },
  });
});
afterAll(() => server.stop());

const address = (path: string) => `http://127.0.0.1:${server.port}${path}`;

describe("desk 28: an upload without permission is refused before the body is read", () => {
  const post = async (visitor: Visitor | undefined, path: string, body: Buffer, type: string) => {
    received.length = 0;
    const cookie = visitor && `desk=${visitor.cookieJar.get("desk")}`;
    const headers = { "Content-Type": type, Host: "localhost", ...(cookie && { Cookie: cookie }) };
    const { status } = await sendRequest("POST", address(path), { body, headers, chunked: true });
    return [status, received.length];
  };
  const MULTIPART = "multipart/form-data; boundary=b";
  const part = (content: string, head = 'name="file"; filename="a.json"') =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = Buffer.from(`${part(" ".repeat(MEGABYTES))}--b--\r\n`);

  test.each<[string, () => Visitor | undefined, string, number]>([
    ["nobody", () => undefined, IMPORT, 403],
    ["a reader", () => reader, IMPORT, 403],
    ["a reader in Catalan", () => reader, `/ca${IMPORT}`, 403],
    ["an administrator whose session has ended", () => ended, IMPORT, 403],
    ["an administrator elsewhere", () => admin, "/desk/catalogue", 413],
  ])("%s", async (_, visitor, path, status) => {
    expect(await post(visitor(), path, file, MULTIPART)).toEqual([status, 0]);
  });

  test("an administrator may, in each language", async () => {
    for (const path of [IMPORT, `/en${IMPORT}`])
      expect(await post(admin, path, file, MULTIPART)).toEqual([200, 1]);
  });

  test.each([
    ["fields without a file", Buffer.from("a&".repeat(MEGABYTES / 2)), "application/x-www-form-urlencoded"],
    ["parts without content", Buffer.from(part("", 'name="a"').repeat(60_000)), MULTIPART],
    ["a text as large as a file", Buffer.from(`${part(" ".repeat(MEGABYTES), 'name="a"')}--b--`), MULTIPART],
    ["a body that is no form", Buffer.alloc(MEGABYTES, "["), "text/plain"],
    [
      "two hundred and two small fields",
      Buffer.from("a=1&".repeat(202)),
      "application/x-www-form-urlencoded",
    ],
  ])("an administrator sends no %s", async (_, body, type) => {
    expect(await post(admin, IMPORT, body, type)).toEqual([413, 0]);
  });
});

test("desk 28: the preview shows the values of added rows", async () => {
  const form = fillForm(await openPage(admin, IMPORT), "importCatalogueAction", {}, { names: [] } as never);
  const specialities = [61, 62].map((id) => ({ id, school_year_id: 6, name: `Old ${id}`, code: null }));
  const added = { id: 99, school_year_id: 6, name: "Gralla", code: "GRA-99" };
  form.set("file", new File([JSON.stringify({ specialities: [...specialities, added] })], "a.json"));
  const { html } = await submitForm(admin, IMPORT, form);
  expect(html).toMatch(/Gralla\s+desk.catalogue.columns.name: Gralla\s+desk.catalogue.columns.code: GRA-99/);
});

/** Fails when read. */
class UnreadFile extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    throw new Error("the file was read");
  }
}

test.each([
  [IMPORT, "importCatalogueAction", "file"],
  ["/desk/settings/logo", "saveLogoAction", "logo"],
  ["/desk/catalogue/specialities/61", "savePictureAction", "picture"],
])("desk 3: a reader's file is not read: %s", async (path, action, field) => {
  const page = await openPage(admin, path);
  const form = fillForm(page, action, {}, { names: [] } as never);
  form.set(field, new UnreadFile(["x"], "a.json"));
  const { html } = await submitForm(reader, path, form);
  expect(html).toContain("no_right");
});

/** As many of the smallest possible rows as fit; other formats are in lib/catalogue/files/limits.test.ts. */
const largeFile = Buffer.from("id,name\n".padEnd(MEGABYTES, "1\n"));

describe("desk 28: large and invalid files are refused while the server answers", () => {
  /** Requests /healthz one after the other until `task` is done: at most 20 responses if the server itself reads the file, else thousands. */
  async function whileHealthy<T>(task: Promise<T>): Promise<T> {
    let isDone = false;
    const result = task.finally(() => {
      isDone = true;
    });
    let answers = 0;
    while (!isDone) {
      expect((await fetch(address("/healthz"))).status).toBe(200);
      answers += 1;
    }
    expect(answers).toBeGreaterThan(100);
    return result;
  }

  test("a catalogue", async () => {
    const form = fillForm(await openPage(admin, IMPORT), "importCatalogueAction", {}, { names: [] } as never);
    form.set("file", new File([largeFile], "grading_systems.csv"));
    const { html } = await whileHealthy(submitForm(admin, IMPORT, form));
    expect(html).toContain("too_many_rows");
  });

  test.each([
    [
      "/desk/settings/logo",
      "saveLogoAction",
      "logo",
      Buffer.from(`<svg>${"<g>".repeat(60_000)}`),
      "logo_unsafe",
    ],
    ["/desk/settings/logo", "saveLogoAction", "logo", Buffer.concat([aPng(), Buffer.from("x")]), "goes_on"],
    [
      "/desk/catalogue/specialities/61",
      "savePictureAction",
      "picture",
      Buffer.concat([aPng(), Buffer.from("x")]),
      "goes_on",
    ],
  ])("%s refuses %s", async (path, action, field, bytes, code) => {
    const form = fillForm(await openPage(admin, path), action, {}, { names: [] } as never);
    form.set(field, new File([bytes as BlobPart], "a"));
    for (const language of ["es", "ca", "en"]) if (field === "picture") form.set(`alt_${language}`, "x");
    const { html } = await whileHealthy(submitForm(admin, path, form));
    expect(html).toContain(code);
  });
});
