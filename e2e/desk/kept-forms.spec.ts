import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { schoolCommand } from "../support/desk-pages";
import { openDesk } from "../support/desk-session";
import { formsIn, type HtmlForm } from "../support/html-forms";
import type { Database } from "../support/school";
import { expect, test } from "../support/test";

test.use({ ownSchool: true, javaScriptEnabled: false });

/** Nothing is typed there that a session's end could take: signing in itself, its codes, the list of sessions. */
const WITHOUT_SESSION = /\/desk\/(sign-in|second-factor|password|invitation|me)\//;

/** The server actions of a room's pages, by the ids that their forms carry. */
async function deskActions(): Promise<Map<string, string>> {
  const manifest = JSON.parse(await readFile(".next/server/server-reference-manifest.json", "utf8"));
  const actions = Object.entries<{ filename: string; exportedName: string }>(manifest.node);
  return new Map(
    actions
      .filter(([, { filename }]) => filename.includes("/desk/") && !WITHOUT_SESSION.test(filename))
      .map(([id, { exportedName }]) => [id, exportedName]),
  );
}

const formNamed = (page: Page, name: string) => page.locator(`form:has(> input[name=form][value="${name}"])`);

/** Types, chooses and ticks something of its own in every control. */
function fillIn({ controls }: HtmlForm) {
  for (const control of controls) {
    const { kind, name, options } = control;
    if (kind === "textarea") control.value = `Escrito en ${name}`;
    else if (kind === "select") control.value = options.at(-1) ?? "";
    else if (kind === "checkbox") control.checked = true;
    else if (kind === "date") control.value = "2030-02-03";
    else if (kind === "time") control.value = "04:05";
    else control.value = `7 de ${name}`.slice(0, 30);
  }
}

const heldIn = ({ controls }: HtmlForm) =>
  controls.map(({ kind, name, value, checked }) =>
    kind === "checkbox" ? [name, value, checked] : [name, value],
  );

/** Every page of the desk with a form, in a state that shows all of its forms. */
async function everyPage(page: Page, database: Database): Promise<string[]> {
  const one = async (sql: string) => (await database.query<{ one: string }>(sql))[0]?.one;
  const twoGuardians = "select student_id from guardianships group by 1 having count(*) = 2";
  const both = await one(
    `select reference as one from enrollments where student_id in (${twoGuardians}) and decided_state = 'pending' limit 1`,
  );
  const waiting = await one("select reference as one from enrollments where state = 'waiting' limit 1");
  const untold = await one("select reference as one from enrollments where state <> decided_state limit 1");
  await database.query(
    `insert into disagreements (id, enrollment_id, guardian_id, words)
     select gen_random_uuid(), e.id, g.guardian_id, 'No.' from enrollments e
     join guardianships g on g.student_id = e.student_id and g.position = 2 where e.reference = $1`,
    [both],
  );
  await database.query(
    `insert into correction_requests (id, person_id, asked_by_id, name)
     select gen_random_uuid(), student_id, student_id, 'Otro' from enrollments where reference = $1`,
    [both],
  );
  await database.query(
    `with made as (insert into labels (name, name_key) values ('beca', 'beca')
       on conflict (name_key) do update set name = excluded.name returning id)
     insert into enrollment_labels (enrollment_id, label_id)
     select e.id, made.id from enrollments e, made where reference = $1 on conflict do nothing`,
    [both],
  );
  await database.query(
    `insert into data_requests (kind, person_id, due_on)
     select unnest(array['access', 'erasure']), guardian_id, now() from guardianships g
     join enrollments e on e.student_id = g.student_id where e.reference = $1 and g.position = 1`,
    [both],
  );
  await database.query(
    "update decisions set tell_at = now() + interval '1 day' where id = (select id from decisions where with_list and status = 'untold' limit 1)",
  );
  const requests = await database.query<{ id: number }>("select id from data_requests order by id");
  const year = await one("select school_year_id as one from enrollments limit 1");

  await page.goto("/desk/enrollments");
  await page.locator("button[name=which][value=all]").click();
  await expect(page).toHaveURL(/\/desk\/bulk\//);
  const bulk = new URL(page.url()).pathname;
  await page.goto(`${bulk}?do=rejected`);
  await page.locator("#reason").selectOption({ index: 1 });
  await formNamed(page, "choose-rejected").locator("button").last().click();
  await expect(page).toHaveURL(/\/check$/);
  await page.goto("/desk/enrollments");
  await page.locator("button[name=which][value=all]").click();
  const done = new URL(page.url()).pathname;
  await database.query(
    `update bulk_actions set status = 'done', kind = 'label', input = '{"label": "beca"}', started_at = now(), done_at = now() where id = $1`,
    [done.split("/").at(-1)],
  );
  await database.query(
    "update bulk_rows set outcome = case position when 1 then 'no_place' else 'done' end where bulk_id = $1",
    [done.split("/").at(-1)],
  );

  await page.locator("input[name=words]").fill("a");
  await page.locator("search button").click();
  await expect(page).toHaveURL(/\?q=/);
  const search = new URL(page.url()).search;
  return [
    `/desk/enrollments${search}`,
    `/desk/exports/new${search}`,
    `/desk/enrollments/${both}`,
    `/desk/enrollments/${waiting}`,
    `/desk/enrollments/${untold}`,
    `/desk/enrollments/${both}/decide/rejected`,
    `/desk/enrollments/${both}/decide/accepted`,
    `/desk/enrollments/${both}/correct/student`,
    `/desk/enrollments/${both}/correct/studies`,
    `/desk/paper?who=minor&year=${year}`,
    `/desk/places?year=${year}`,
    `/desk/tell?year=${year}`,
    `/desk/tell/check?year=${year}`,
    "/desk/data",
    ...requests.map(({ id }) => `/desk/data/${id}`),
    "/desk/staff",
    `${bulk}?do=waiting`,
    `${bulk}?do=rejected`,
    `${bulk}?do=label`,
    `${bulk}/check`,
    done,
  ];
}

test("what is typed or ticked in any form of the desk outlives its session (desk 5)", async ({
  page,
  context,
  school,
  database,
}) => {
  test.setTimeout(300_000); // some fifty forms, each left and found again
  await schoolCommand(school, "demo", "enrollments", "60");
  await openDesk(context, school, "admin");
  await database.query(
    `insert into staff_members (id, email, email_key, name, role, locale, password_hash, totp_confirmed_at, totp_secret)
     values (gen_random_uuid(), 'otra@escuela.example', 'otra@escuela.example', 'Otra', 'reader', 'es', 'x', now(), 'x')`,
  );
  const actions = await deskActions();
  const [found, seen] = [new Set<string>(), new Set<string>()];
  const open = async (link: string) => {
    const answer = await page.request.get(link);
    return { address: answer.url(), forms: formsIn(await answer.text()) };
  };
  const session = (ended: string) => database.query(`update staff_sessions set ended_at = ${ended}`);
  for (const link of await everyPage(page, database)) {
    const { address, forms } = await open(link);
    for (const form of forms) {
      const { name, html } = form;
      const action = actions.get(/[0-9a-f]{42}/.exec(html)?.[0] ?? "");
      if (action === undefined || seen.has(`${action} ${name}`)) continue;
      seen.add(`${action} ${name}`);
      found.add(action);
      expect(name, `a form of ${address}`).not.toBe("");
      fillIn(form);
      await session("now()");
      const answer = await page.request.post(address, {
        headers: { origin: school.url },
        multipart: form.post(),
        maxRedirects: 0,
      });
      const to = new URL(answer.headers().location ?? "", school.url);
      expect(to.pathname, `${name} of ${address}`).toBe("/desk/sign-in");
      await session("null");
      const again = (await open(to.searchParams.get("to") ?? "")).forms.find((it) => it.name === name);
      expect(again && heldIn(again), `${name} of ${address}`).toEqual(heldIn(form));
    }
  }
  expect([...found].sort()).toEqual([...new Set(actions.values())].sort());

  // A browser that has lost the session's cookie is known by its own (desk 5).
  const [opened] = await database.query<{ reference: string }>("select reference from enrollments limit 1");
  const device = randomBytes(32).toString("base64url");
  await database.query(
    "insert into staff_devices (hash, member_id) select $1, id from staff_members where name = 'Marta Vila'",
    [createHash("sha256").update(device).digest()],
  );
  await context.addCookies([{ name: "desk-device", value: device, url: school.url }]);
  await page.goto(`/desk/enrollments/${opened?.reference}`);
  await page.locator("#note").fill("Llamar el lunes.");
  const [cookie] = (await context.cookies()).filter(({ name }) => name === "desk");
  await context.clearCookies({ name: "desk" });
  await formNamed(page, "note").locator("button").last().click();
  await expect(page).toHaveURL(/\/desk\/sign-in/);
  await context.addCookies([cookie as NonNullable<typeof cookie>]);
  await page.goto(`/desk/enrollments/${opened?.reference}`);
  await expect(page.locator("#note")).toHaveValue("Llamar el lunes.");

  // Several forms of one action: what is refused is said of the one that was sent.
  await page.goto("/desk/staff");
  const own = page.locator("main li", { hasText: "Marta Vila" });
  await own.locator("summary").click();
  await own.locator("select").selectOption("reader");
  await own.locator("form:has(select) button").click();
  await expect(page.locator("main [data-error-summary]")).toHaveCount(1);

  // A paper whose school year closes while it is typed in is refused in words, and stays typed in (desk 15).
  const [year] = await database.query<{ id: number }>("select school_year_id as id from enrollments limit 1");
  await page.goto(`/desk/paper?who=adult&year=${year?.id}`);
  await page.locator("#student_surname").fill("Roca");
  await database.query(
    "update school_years set start_school_year = start_school_year - 800, end_school_year = current_date - 1 where id = $1",
    [year?.id],
  );
  await expect(async () => {
    await page.locator("main form:has(#student_surname)").locator("button").last().click();
    await expect(page.locator("main [data-error-summary]")).toContainText("ya no admite", { timeout: 2000 });
  }).toPass();
  await expect(page.locator("#student_surname")).toHaveValue("Roca");
});

test.describe("with scripts", () => {
  test.use({ ownSchool: false, javaScriptEnabled: true });

  test("what is typed while the service is renewed stays, and the page says so (desk 5)", async ({
    page,
    context,
    school,
  }) => {
    await openDesk(context, school, "admin", "Núria Pla");
    await page.goto("/desk/staff");
    await page.locator("#email").fill("nueva@escuela.example");
    await page.route("**/desk/**", (route, request) => {
      const headers = request.headers();
      if (!headers["next-action"]) return route.fallback();
      return route.continue({ headers: { ...headers, "next-action": `70${"1".repeat(40)}` } });
    });
    await page.locator("form:has(#email) button").click();
    await expect(page.locator("main")).toContainText("Esta página se ha renovado mientras la rellenabas.");
    await expect(page.locator("#email")).toHaveValue("nueva@escuela.example");
  });
});
