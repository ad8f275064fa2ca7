import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import { createApiClient } from "../support/api-client";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ ownServer: { WEBHOOK_ALLOW_PRIVATE: "true" } });

test("desk 29 and 46: a key and its webhook are created, changed and removed at the desk; each secret is shown once", async ({
  page,
  context,
  school,
  database,
}) => {
  const receiver = await listen();
  try {
    await openDesk(context, school, "admin");
    const first = await makeKey(page);
    const works = async (key: string) =>
      (await createApiClient({ url: school.url, key }).get("academic/school_years")).status;
    expect(await works(first)).toBe(200);
    await page.getByRole("link", { name: "Ayuntamiento" }).click();
    await page.waitForURL(/\/keys\/\d+$/);
    const key = page.url();
    await expect(page.locator("main")).not.toContainText(first);

    const second = await renew(page);
    expect([await works(first), await works(second)]).toEqual([200, 200]);
    await page.goto(key);
    await clickButton(page, "Terminar con el secreto anterior ahora");
    await expect(page.getByRole("status")).toContainText("ya no vale");
    await expect.poll(() => works(first)).toBe(401);
    expect(await works(second)).toBe(200);

    await addEndpoint(page, receiver.url);
    await page.goto(key);
    await page.getByRole("link", { name: receiver.url }).click();
    await page.waitForURL(/\/keys\/\d+\/[^/]+$/);
    const endpoint = page.url();
    await clickButton(page, "Enviar un aviso de prueba");
    await expect(page.getByRole("status")).toContainText("El aviso de prueba sale ahora");
    await expect.poll(() => receiver.heard).toEqual(["ping"]);
    await inDeliveries(page, endpoint, "Llegó");

    receiver.answers = 500;
    const sent = await createApiClient({ url: school.url, key: second }).enrollAdult(anAdult());
    expect(sent.status).toBe(201);
    await expect.poll(() => receiver.heard).toContain("enrollment.created");
    await inDeliveries(page, endpoint, "contestó 500");
    // As after ten attempts in three days; tests of webhooks make each one.
    await database.query("update webhook_deliveries set state = 'failed' where state = 'pending'");
    await page.goto(`${endpoint}?show=failed`);
    receiver.answers = 204;
    const before = receiver.heard.length;
    await clickButton(page, "Enviar otra vez el aviso que falló");
    await expect(page.getByRole("status")).toContainText("Sale otra vez");
    await expect.poll(() => receiver.heard.slice(before)).toContain("enrollment.created");
    await inDeliveries(page, endpoint, "contestó 204");

    await page.goto(key);
    await page.getByText("Revocar la clave", { exact: true }).click();
    await clickButton(page, "Revocar la clave para siempre");
    await expect(page.getByRole("status")).toContainText("ya no vale en ningún sitio");
    await expect.poll(() => works(second)).toBe(401);
  } finally {
    receiver.close();
  }
});

/** An integrator's endpoint that records requests. */
async function listen() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      heard.push(JSON.parse(body).type);
      response.writeHead(receiver.answers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const receiver = { url, heard, answers: 204, close: () => server.close() };
  return receiver;
}

const secretOn = async (page: Page) =>
  String(await page.getByRole("status").locator(".font-mono").textContent());

async function makeKey(page: Page): Promise<string> {
  await page.goto("/desk/keys");
  await page.getByRole("main").getByRole("link", { name: "Añadir una clave" }).click();
  await page.locator("main #key_name").fill("Ayuntamiento");
  await clickButton(page, "Crear la clave");
  const secret = await secretOn(page);
  await page.goto("/desk/keys");
  return secret;
}

async function renew(page: Page): Promise<string> {
  await page.getByText("Dar un secreto nuevo").click();
  await page.locator("main #overlap").selectOption({ label: "un día" });
  await clickButton(page, "Hacer otro secreto");
  return secretOn(page);
}

async function addEndpoint(page: Page, url: string) {
  await page.getByText("Añadir una dirección").click();
  await page.locator("main #url").fill(url);
  await page.getByRole("checkbox", { name: "Solicitud nueva" }).check();
  await clickButton(page, "Añadir la dirección");
  expect(await secretOn(page)).toMatch(/^whsec_/);
}

/** Waits for a text among the endpoint's deliveries. */
async function inDeliveries(page: Page, endpoint: string, words: string) {
  const said = async () => {
    await page.goto(endpoint);
    return page.getByRole("region", { name: "Enviado en 30 días" }).textContent();
  };
  await expect.poll(said).toContain(words);
}
