import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { aMinor } from "@/test/support/data/factories";
import { openAccount } from "../support/pages/account-pages";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

const CODE = "2027-mayo";
const LOTTERY_NUMBER = "007310482";
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

test("admission 1 to 13: from an open round to the last called family; the public page recomputes the list", async ({
  school,
  api,
  page,
  browser,
  database,
}) => {
  const {
    year,
    specialities: [speciality, withoutLimit, unwanted],
  } = await api.getCatalogue();
  await database.query(
    "insert into places (school_year_id, speciality_id, places) values ($1, $2, 2), ($1, $3, 1)",
    [year, speciality, unwanted],
  );
  const bodies = [1, 2, 3, 4].map(() => aMinor({ student_speciality_option1: speciality }));
  const references: string[] = [];
  for (const body of bodies)
    references.push(String((await api.enrollMinor(body)).headers.get("enrollment-reference")));
  const [ownReference] = references as [string];
  const outside = await api.enrollMinor(aMinor({ student_speciality_option1: withoutLimit }));
  const outsideUrl = `${school.url}/desk/enrollments/${outside.headers.get("enrollment-reference")}`;
  const openOffice = async (role: "head" | "secretary", name: string) => {
    const desk = await (await browser.newContext()).newPage();
    await openDesk(desk.context(), school, role, name);
    return desk;
  };
  const [head, secretary] = [
    await openOffice("head", "Marta Vila"),
    await openOffice("secretary", "Rosa Pi"),
  ];
  const roundUrl = `${school.url}/desk/round?year=${year}`;
  const expectStatus = (desk: Page) => expect(desk.locator("main [role=status]").first()).toBeVisible();

  await head.goto(roundUrl);
  await head.locator("#name").fill("Convocatoria de mayo");
  await head.locator("#round").fill(CODE);
  await head.locator("#drawOn").fill("2099-06-12");
  await head.getByLabel("Vive en el municipio").fill("3");
  await clickButton(head, "Preparar la convocatoria");
  await head.getByRole("link", { name: "Ver qué se publica al abrirla" }).click();
  await expect(head.locator("main")).toContainText(`/admission/${CODE}`);
  await clickButton(head, "Abrir la convocatoria");
  await expect(head.locator("main")).toContainText("Está abierta");

  const pointsUrl = `${school.url}/account/enrollments/${ownReference}/points`;
  await openAccount(page.context(), school, database, String(bodies[0]?.guardian_email));
  await page.goto(pointsUrl);
  await page.getByLabel("Vive en el municipio").check();
  await clickButton(page, "Guardar");
  await expectStatus(page);
  await expect(page.getByLabel("Vive en el municipio")).toBeChecked();

  for (const address of ["/", "/enroll", "/account"]) {
    await page.goto(`${school.url}${address}`);
    const link = page.getByRole("link", { name: "Convocatoria de mayo" });
    await expect(link).toContainText("El sorteo de las plazas es el 12 de junio de 2099.");
    await expect(link).toHaveAttribute("href", `/admission/${CODE}`);
  }

  // What is open is counted; only a decision that is not notified stops the round.
  const issues = [
    /^1puntos sin comprobar/,
    /^5quizá repetidas/, // all of the factory's students
    /^1sin ninguna opción de la convocatoria/,
    /^1opción sin límite de plazas/,
  ];
  const shownIssues = head.locator("#before-freeze li");
  await head.goto(`${outsideUrl}/decide/rejected`);
  await head.locator("#reason").selectOption("no_place");
  await clickButton(head, "Ver el correo");
  await clickButton(head, "No dar plaza");
  await expectStatus(head);
  await head.goto(roundUrl);
  await expect(shownIssues).toHaveText([/^1decisión por comunicar/, ...issues.slice(0, 2)]);
  await expect(head.getByRole("link", { name: "Ver qué se cierra" })).toHaveCount(0);
  await expect(head.locator("main")).toContainText("mientras tanto la lista no se puede cerrar");
  await head.goto(`${school.url}/desk/round/freeze?year=${year}`); // leads back to what is missing
  await expect(shownIssues.first()).toContainText("por comunicar");
  await head.goto(outsideUrl);
  await clickButton(head, "Deshacer la decisión");
  await expectStatus(head);
  await head.goto(roundUrl);
  await expect(shownIssues).toHaveText(issues);
  await head.getByRole("link", { name: "Ver qué se cierra" }).click();
  await expect(head.getByRole("table", { name: "Quién recibe qué" })).toContainText(/0 puntos · \S/);
  await clickButton(head, "Cerrar la lista"); // an unchecked claim gives no points
  await expect(head.locator("main")).toContainText("Falta el número del sorteo");
  await page.goto(pointsUrl);
  await expect(page.locator("main")).toContainText("Nada de lo que da puntos estaba comprobado");
  for (const [desk, button, text] of [
    [secretary, "Guardar mi número", "Ya has escrito el número"],
    [head, "Comparar y publicar el número", "El sorteo está hecho"],
  ] as const) {
    await desk.goto(roundUrl);
    if (desk === head) await expect(head.locator("main")).toContainText(/Rosa Pi\s*\d.* a las \d/);
    await desk.getByLabel("Las cifras, en orden").fill("007 310 482");
    await clickButton(desk, button);
    await expect(desk.locator("main")).toContainText(text);
  }
  // One line for each speciality; a click opens it, another closes it.
  const results = head.locator("li[id^=lane-]").filter({ hasText: "2 fuera, desde 0 puntos" });
  await expect(results).toContainText("2 de 2");
  expect((await results.boundingBox())?.height).toBeLessThan(60);
  await results.getByRole("link", { expanded: false }).click();
  await expect(results.locator("tbody tr")).toHaveCount(4);
  await results.getByRole("link", { expanded: true }).click();
  await expect(results.locator("table")).toHaveCount(0);
  const empty = head.locator("li[id^=lane-]").filter({ hasText: "Queda 1 libre" });
  await empty.getByRole("link").click();
  await expect(empty).toContainText("Nadie de la lista pide esta especialidad.");
  // The next step is beside the results, on a phone above them.
  const publish = head.getByRole("button", { name: "Publicar la lista provisional" });
  const getBoxes = async () => {
    const boxes = [await publish.boundingBox(), await head.locator("#board").boundingBox()];
    return boxes.map((box) => ({
      left: box?.x ?? 0,
      right: (box?.x ?? 0) + (box?.width ?? 0),
      top: box?.y ?? 0,
    }));
  };
  const [besideButton, besideBoard] = await getBoxes();
  expect(besideButton?.left).toBeGreaterThan(besideBoard?.right ?? Infinity);
  await head.setViewportSize({ width: 360, height: 740 });
  const [buttonAbove, boardBelow] = await getBoxes();
  expect(buttonAbove?.top).toBeLessThan(boardBelow?.top ?? 0);
  await head.setViewportSize({ width: 1280, height: 720 });
  await clickButton(head, "Publicar la lista provisional");
  await expect(head.locator("main")).toContainText("La lista provisional es pública");

  await page.goto(pointsUrl);
  await expect(page.locator("main")).toContainText("La lista es provisional: aún puede cambiar.");
  await page.getByLabel("¿Qué no está bien?").fill("Vivimos en el municipio desde enero.");
  await clickButton(page, "Enviar la reclamación");
  await expectStatus(page);
  await head.goto(roundUrl);
  const publishFinal = head.getByRole("button", { name: "Publicar la lista definitiva" });
  await expect(publishFinal).toHaveCount(0);
  await head
    .getByRole("link", { name: "Falta responder a una reclamación antes de la lista definitiva" })
    .click();
  await head.getByText("Corregir sus puntos").click();
  await clickButton(head, /^Es verdad/);
  await expectStatus(head);
  await head.getByLabel("Decisión").selectOption({ label: "Se acepta" });
  await head.getByLabel("Respuesta a la familia").fill("Es verdad.");
  await clickButton(head, "Responder a la reclamación");
  await expect(head.getByText("Aceptada")).toBeVisible();
  await database.query("update all_rounds set objections_by = current_date + 1");
  await head.goto(roundUrl);
  await expect(head.locator("main")).toContainText(/Se puede reclamar hasta el \d.*; la lista definitiva/);
  await expect(publishFinal).toHaveCount(0);
  await database.query("update all_rounds set objections_by = null");
  await head.goto(roundUrl);
  await clickButton(head, "Publicar la lista definitiva");
  await expect(head.locator("main")).toContainText("La lista es definitiva");
  await page.goto(pointsUrl);
  await expect(page.locator("main")).toContainText("Aceptada: Es verdad.");

  const getDrawHash = (reference: string) => sha256(`${CODE}:${LOTTERY_NUMBER}:${reference}`);
  const drawOrder = references.toSorted((a, b) => (getDrawHash(a) < getDrawHash(b) ? -1 : 1));
  const finalOrder = [ownReference, ...drawOrder.filter((reference) => reference !== ownReference)];
  const resultUrl = `${school.url}/admission/${CODE}`;
  await page.goto(resultUrl);
  await expect(page.getByRole("heading", { name: "Resultado provisional" })).toBeVisible();
  await expect(page.locator("tbody th")).toHaveText(drawOrder); // the final result is public when notification begins

  // After notification the round ends; a declined place goes to the next in draw order.
  await head.goto(`${school.url}/desk/tell?year=${year}`);
  await clickButton(head, "Ver qué pasaría");
  await clickButton(head, "Comunicar 4 decisiones");
  await expectStatus(head);
  await database.query("update decisions set tell_at = now() where tell_at > now() and with_list");
  const readStates = () =>
    database.query<{ reference: string; state: string }>("select reference, state from enrollments");
  await expect
    .poll(async () =>
      (await readStates())
        .filter(({ state }) => state === "accepted")
        .map((row) => row.reference)
        .sort(),
    )
    .toEqual(finalOrder.slice(0, 2).sort());
  await page.context().clearCookies();
  await page.goto(resultUrl);
  await expect(page.getByRole("heading", { name: "Resultado definitivo" })).toBeVisible();
  await expect(page.getByText("007 310 482")).toBeVisible();
  await expect(page.locator("tbody th")).toHaveText(finalOrder);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  for (const { student_surname: surname } of bodies)
    await expect(page.locator("main")).not.toContainText(String(surname));
  const list = await page.request.get(`${school.url}/admission/${CODE}/list.csv`);
  expect(list.headers()["x-robots-tag"]).toBe("noindex");
  await expect(page.getByText(sha256(await list.body()))).toBeVisible();
  await page.goto(school.url);
  await page.getByRole("link", { name: "¿Tengo plaza? Convocatoria de mayo" }).click();
  await page.getByLabel("Tu referencia").fill(finalOrder[0] ?? "");
  await page.getByRole("button", { name: "Ver mi respuesta" }).click();
  const answer = page.locator("#own");
  await expect(answer.locator("p").first()).toHaveText("Sí");
  await expect(answer).toContainText("1.ª de 4");
  await page.getByLabel("Tu referencia").fill(finalOrder[2]?.toLowerCase() ?? "");
  await page.getByRole("button", { name: "Ver mi respuesta" }).click();
  await expect(answer.locator("p").first()).toHaveText("Todavía no");
  await expect(answer.locator("dd").first()).toHaveText("1.ª en la lista de su primera opción");
  await expect(page.getByText("3.ª de 4")).toBeVisible();
  await expect(page.getByText(getDrawHash(finalOrder[2] as string))).toBeVisible();
  await page.getByRole("button", { name: "Repetir el cálculo aquí" }).click();
  await expect(page.getByRole("status")).toHaveText("Sale lo mismo: la huella y el orden de las 4 líneas.");
  await page.goto(`${school.url}/admission/none`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Esta página no existe");

  await head.goto(roundUrl);
  await clickButton(head, "Terminar la convocatoria");
  await head.goto(`${school.url}/desk/enrollments/${ownReference}/decide/withdrawn`);
  await head.locator("#reason").selectOption("no_answer");
  await clickButton(head, "Ver el correo");
  await clickButton(head, "Retirar la solicitud");
  await expectStatus(head);
  await head.goto(`${school.url}/desk/waiting-list?year=${year}`);
  await expect(head.locator("main tbody tr td").first()).toHaveText("1");
  await head.getByRole("link", { name: "Aceptar a la siguiente" }).click();
  await expect(head).toHaveURL(new RegExp(`/desk/enrollments/${finalOrder[2]}/decide/accepted`));
});
