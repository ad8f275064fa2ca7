import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import type { Wizard } from "../support/pages/wizard";
import { countPeopleByEmail } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

// CSRF: an attacker's page posts the family's forms. Pages work without JavaScript, so the form fields are
// sufficient.
test.use({ javaScriptEnabled: false });

type Form = { action: string; fields: [name: string, value: string][] };

const attacks: [label: string, address: (wizard: Wizard) => string][] = [
  ["save", (wizard) => wizard.url("/student-name")],
  ["send", (wizard) => wizard.url("/check")],
  ["delete", (wizard) => wizard.url("/delete")],
];

// Cookies ignore ports: another port is the same site.
const attackers = { "the same host, another port": "localhost", "another site": "127.0.0.1" };

for (const [attacker, host] of Object.entries(attackers)) {
  test(`a page of ${attacker} cannot save, send or delete (W29)`, async ({
    wizard,
    page,
    database,
    school,
  }) => {
    const adult = anAdult();
    await wizard.skipTo("check", adult);
    const readDrafts = () => database.query("select content, version from drafts order by id");
    const drafts = await readDrafts();
    const readLogErrors = async () =>
      school.log ? (await readFile(school.log, "utf8")).match(/^\{"level":[456]0.*$/gm) : null;
    const log = await readLogErrors();

    for (const [label, address] of attacks) {
      await page.goto(address(wizard));
      const form = await readForm(page);
      const attackServer = await startAttackServer(form);
      await page.goto(`http://${host}:${(attackServer.address() as AddressInfo).port}/`);
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.request().method() === "POST"),
        page.locator("button").click(),
      ]);
      const headers = await response.request().allHeaders();
      expect([response.status(), headers["sec-fetch-site"]], label).toEqual([
        403,
        host === "localhost" ? "same-site" : "cross-site",
      ]);
      expect(Boolean(headers.cookie), "the browser sent the family's cookie").toBe(host === "localhost");
      attackServer.close();
    }
    expect(await readDrafts()).toEqual(drafts);
    expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);
    expect(await readLogErrors(), "a refused post is no trouble to report").toEqual(log);

    await page.goto(wizard.url("/check"));
    await wizard.submit(); // the family itself still can
    expect(await countPeopleByEmail(database, adult.student_email)).toBe(1);
  });
}

test("rejects a post with a foreign Origin, with and without cookie, by script or form", async ({
  wizard,
  page,
  database,
}) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  const form = await readForm(page);
  const action = form.fields.find(([name]) => name.startsWith("$ACTION"))?.[1] ?? "";
  const headerSets: Record<string, string>[] = [{}, { "next-action": action }];
  for (const headers of headerSets) {
    for (const origin of ["https://elsewhere.example", "null"]) {
      const response = await page.request.post(form.action, {
        headers: { ...headers, origin },
        multipart: Object.fromEntries(form.fields),
        maxRedirects: 0,
      });
      expect(response.status(), origin).toBe(403);
    }
  }
  expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);
});

/** A form as the attacker sees it, with valid input. */
async function readForm(page: Page): Promise<Form> {
  const form: Locator = page.locator("main form").last();
  const fields = await form.evaluate((element) => {
    const data = new FormData(element as HTMLFormElement);
    return [...data].map(([name, value]): [string, string] => [name, String(value)]);
  });
  return {
    action: page.url(),
    fields: [...fields, ["student_name", "Mallory"], ["terms_and_conditions", "on"]],
  };
}

/** A server whose only page posts the form to the school. */
function startAttackServer({ action, fields }: Form): Promise<Server> {
  const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const html = `<!doctype html><title>Win a violin</title><form method="post" enctype="multipart/form-data" action="${escapeHtml(action)}">${inputs.join("")}<button>Win</button></form>`;
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(html),
  );
  return new Promise((resolve) => server.listen(0, () => resolve(server)));
}
