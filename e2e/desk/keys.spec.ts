import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import { createApiClient } from "../support/api-client";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ serverEnv: { WEBHOOK_ALLOW_PRIVATE: "true" } });

test("desk 29 and 46: a key and its webhook are created, changed and removed at the desk; each secret is shown once", async ({
  page,
  context,
  school,
  database,
}) => {
  const endpointServer = await startEndpoint();
  try {
    await openDesk(context, school, "admin");
    const firstSecret = await createKey(page);
    const getStatus = async (secret: string) =>
      (await createApiClient({ url: school.url, key: secret }).get("academic/school_years")).status;
    expect(await getStatus(firstSecret)).toBe(200);
    await page.getByRole("link", { name: "Ayuntamiento" }).click();
    await page.waitForURL(/\/keys\/\d+$/);
    const keyUrl = page.url();
    await expect(page.locator("main")).not.toContainText(firstSecret);

    const secondSecret = await createSecondSecret(page);
    expect([await getStatus(firstSecret), await getStatus(secondSecret)]).toEqual([200, 200]);
    await page.goto(keyUrl);
    await clickButton(page, "Terminar con el secreto anterior ahora");
    await expect(page.getByRole("status")).toContainText("ya no vale");
    await expect.poll(() => getStatus(firstSecret)).toBe(401);
    expect(await getStatus(secondSecret)).toBe(200);

    await addEndpoint(page, endpointServer.url);
    await page.goto(keyUrl);
    await page.getByRole("link", { name: endpointServer.url }).click();
    await page.waitForURL(/\/keys\/\d+\/[^/]+$/);
    const endpointUrl = page.url();
    await clickButton(page, "Enviar un aviso de prueba");
    await expect(page.getByRole("status")).toContainText("El aviso de prueba sale ahora");
    await expect.poll(() => endpointServer.received).toEqual(["ping"]);
    await waitForDelivery(page, endpointUrl, "Llegó");

    endpointServer.answers = 500;
    const enrolled = await createApiClient({ url: school.url, key: secondSecret }).enrollAdult(anAdult());
    expect(enrolled.status).toBe(201);
    await expect.poll(() => endpointServer.received).toContain("enrollment.created");
    await waitForDelivery(page, endpointUrl, "contestó 500");
    // As after ten attempts in three days; tests of webhooks make each one.
    await database.query("update webhook_deliveries set state = 'failed' where state = 'pending'");
    await page.goto(`${endpointUrl}?show=failed`);
    endpointServer.answers = 204;
    const previousCount = endpointServer.received.length;
    await clickButton(page, "Enviar otra vez el aviso que falló");
    await expect(page.getByRole("status")).toContainText("Sale otra vez");
    await expect.poll(() => endpointServer.received.slice(previousCount)).toContain("enrollment.created");
    await waitForDelivery(page, endpointUrl, "contestó 204");

    await page.goto(keyUrl);
    await page.getByText("Revocar la clave", { exact: true }).click();
    await clickButton(page, "Revocar la clave para siempre");
    await expect(page.getByRole("status")).toContainText("ya no vale en ningún sitio");
    await expect.poll(() => getStatus(secondSecret)).toBe(401);
  } finally {
    endpointServer.close();
  }
});

/** An integrator's endpoint that records requests. */
async function startEndpoint() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      received.push(JSON.parse(body).type);
      response.writeHead(receiver.answers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const receiver = { url, received, answers: 204, close: () => server.close() };
  return receiver;
}

const readSecret = async (page: Page) =>
  String(await page.getByRole("status").locator(".font-mono").textContent());

async function createKey(page: Page): Promise<string> {
  await page.goto("/desk/keys");
  await page.getByRole("main").getByRole("link", { name: "Añadir una clave" }).click();
  await page.locator("main #key_name").fill("Ayuntamiento");
  await clickButton(page, "Crear la clave");
  const secret = await readSecret(page);
  await page.goto("/desk/keys");
  return secret;
}

async function createSecondSecret(page: Page): Promise<string> {
  await page.getByText("Dar un secreto nuevo").click();
  await page.locator("main #overlap").selectOption({ label: "un día" });
  await clickButton(page, "Hacer otro secreto");
  return readSecret(page);
}

async function addEndpoint(page: Page, url: string) {
  await page.getByText("Añadir una dirección").click();
  await page.locator("main #url").fill(url);
  await page.getByRole("checkbox", { name: "Solicitud nueva" }).check();
  await clickButton(page, "Añadir la dirección");
  expect(await readSecret(page)).toMatch(/^whsec_/);
}

/** Waits for a text among the endpoint's deliveries. */
async function waitForDelivery(page: Page, endpoint: string, text: string) {
  const readDeliveries = async () => {
    await page.goto(endpoint);
    return page.getByRole("region", { name: "Enviado en 30 días" }).textContent();
  };
  await expect.poll(readDeliveries).toContain(text);
}
