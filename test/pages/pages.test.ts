import { createHash, randomBytes } from "node:crypto";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { formVerbs } from "@/app/[locale]/desk/_lib/form-verbs";
import { exportColumns, pickColumns } from "@/lib/desk/export/columns";
import { writeExportFile } from "@/lib/desk/export/queries";
import { resumeMail, suspendMail } from "@/lib/mail/pause";
import { verbs } from "@/lib/people/verb";
import { registerDoctor } from "@/lib/platform/checks";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { collectPersonalData, type PersonalData } from "@/lib/privacy/data-copy/queries";
import { createDataExport } from "@/lib/privacy/data-copy/readable-copy";
import { writeSetting } from "@/lib/school/settings";
import { runChecks, startAllChecks } from "@/server/doctor/run-checks";
import { STAFF_PASSWORD } from "@/test/support/domain/totp";
import { type HtmlForm, parseForms } from "@/test/support/http/html-forms";
import { findHtmlErrors } from "@/test/support/http/html-validator";
import {
  download,
  listDeskDownloads,
  listUnopenedPages,
  openPage,
  type Page,
  submitForm,
  type Visitor,
} from "./browser";
import {
  aMember,
  BULK_ID,
  createFixtureSchool,
  currentSchool,
  DONE_BULK_ID,
  type FixtureSchool,
} from "./fixture-school";
import { listLandmarks } from "./message-keys";
import { getActionName, listActions } from "./next-stubs/actions";
import { getPageOutline, maskValues } from "./page-outline";
import { scenarios } from "./scenarios";
import { screens, screensWithActions, screensWithLayout } from "./screens";
import { callsAction, controlsByVerb, describePageChanges, fillForm } from "./submit-form";

let office: FixtureSchool;
beforeAll(async () => {
  office = await createFixtureSchool();
  currentSchool.school = office;
});

test("desk 32: a copy of data has everything stored about a person, as JSON and as a page", async () => {
  const sections: string[] = [];
  for (const name of ["berta", "carla", "david", "ada", "alba", "asun", "rosa", "paula"]) {
    await office.family(`${name}@example.org`);
    const data = await collectPersonalData(office.people[`${name}@example.org`] as string, new Date());
    const files = unzipSync(await createDataExport(data as PersonalData));
    const [page, json] = ["data.html", "data.json"].map((file) => strFromU8(files[file] as Uint8Array));
    sections.push(
      `# ${name}`,
      maskValues(json ?? "", office.names),
      getPageOutline(/<body>.*/s.exec(page ?? "")?.[0] ?? "", office.names),
    );
  }
  await expect(`${sections.join("\n\n")}\n`).toMatchFileSnapshot("expected-screens/copies.txt");
});

test("desk 25: an export with every column has all values, for programs and as text", async () => {
  const source = { filters: { year: 6 }, sort: "oldest" } as const;
  const sections: string[] = [];
  for (const locale of [undefined, "es"] as const) {
    const columns = locale ? pickColumns([]) : exportColumns;
    const request = { source, columns, format: "csv;", locale } as const;
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeExportFile({ kind: "command" }, request)) chunks.push(chunk);
    const rows: Record<string, string>[] = parse(Buffer.concat(chunks), {
      delimiter: ";",
      bom: true,
      columns: true,
    });
    for (const row of rows) {
      const filled = Object.entries(row).filter(([, cell]) => cell !== "");
      sections.push(maskValues(filled.map((cell) => cell.join(": ")).join("\n"), office.names));
    }
  }
  await expect(`${sections.join("\n\n")}\n`).toMatchFileSnapshot("expected-screens/file.txt");
});

test.each(
  Object.entries(screens).map(([name, [promise, listScreens]]) => ({ name, promise, looks: listScreens })),
)("$promise", async ({ name, looks }) => {
  const sections: string[] = [];
  for (const [address, visitor] of await looks()) sections.push(await describeScreen(visitor, address));
  await expect(`${sections.join("\n\n")}\n`).toMatchFileSnapshot(`expected-screens/${name}.txt`);
});

test("desk 1: every page has the school's name, navigation, search, school year and the member", async () => {
  const sections: string[] = [];
  for (const [address, visitor] of screensWithLayout()) {
    const { html } = await openPage(visitor, address);
    sections.push(`# ${address}\n\n${getPageOutline(html, office.names, { withFrame: true })}`);
  }
  await expect(`${sections.join("\n\n")}\n`).toMatchFileSnapshot("expected-screens/desk-frame.txt");
});

/** The outline of a page with valid HTML. */
async function describeScreen(visitor: Visitor, address: string): Promise<string> {
  const page = await openPage(visitor, address);
  expect.soft(await findHtmlErrors(toDocument(page.html)), page.address).toEqual([]);
  for (const names of listLandmarks(page.html))
    expect.soft(names, `told apart in each language: ${page.address}`).toEqual([...new Set(names)]);
  expect.soft(countPrimaryParts(page), page.address).toEqual({ headings: 1, isOne: true });
  const redirect = page.address === address ? "" : ` leads to ${page.address}`;
  const heading = `# ${maskValues(`${address}${redirect}`, office.names)} (${page.status})`;
  return `${heading}\n\n${getPageOutline(page.html, office.names)}`;
}

/** One heading and at most one primary button (face 1). */
const countPrimaryParts = ({ html }: Page) => ({
  headings: html.match(/<h1[ >]/g)?.length ?? 0,
  isOne: (html.match(/\bbtn-(primary|final|brand)\b/g)?.length ?? 0) <= 1,
});

const roles = ["reader", "secretary", "head", "admin"] as const;

/** Without the desk's layout. */
const wrapInMain = (html: string) => (html.includes("<main") ? html : `<main>${html}</main>`);

/** The page in a document like the layout's, which flows test. */
function toDocument(html: string): string {
  const [title = ""] = /<title>[^<]*<\/title>/.exec(html) ?? [];
  return `<!DOCTYPE html><html lang="es"><head>${title}</head><body>${wrapInMain(html.replace(title, ""))}</body></html>`;
}

/** "Nov 30", "November 30"; "9:30 AM". */
const MONTH_FIRST =
  /\b(?:Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?) \d{1,2}(?!\d)|\d [AP]M\b/;

test("English pages write the day before the month", async () => {
  const pages = new Map(
    (await listScreensOf("")).map(([address, visitor]) => [address.split("?")[0] ?? "", visitor]),
  );
  for (const [address, visitor] of pages) {
    const { html } = await openPage(visitor, /^\/(?:ca|en)\b/.test(address) ? address : `/en${address}`);
    expect.soft(MONTH_FIRST.exec(html)?.[0], address).toBeUndefined();
  }
});

const FILES = /\/(file|copy|template)(\?|$)|\/exports\//;

/** The pages of the desk that a page links to, one address of each kind. */
function listDeskLinks(html: string): Map<string, string> {
  const links = [...html.matchAll(/<a [^>]*href="(\/desk[^"#]*)/g)].map(([, to = ""]) =>
    to.replaceAll("&amp;", "&"),
  );
  const toKind = (to: string) =>
    to.replaceAll(/=[^&]*/g, "").replaceAll(/\b[A-Z0-9]{8}\b|\b[0-9a-f-]{36}\b|\d+/g, "*");
  return new Map(links.filter((to) => !FILES.test(to)).map((to) => [toKind(to), to]));
}

test("desk 3: pages offer no action and no page without permission", async () => {
  const lines: string[] = [];
  const openedKinds = new Set<string>();
  for (const address of screensWithActions()) {
    const offers = new Map<string, string[]>();
    for (const role of roles) {
      const page = await openPage(office.staff[role].visitor, address);
      const ofRole = page.status === 200 ? listOffers(page.html) : [`status ${page.status}`];
      for (const offer of new Set(ofRole)) offers.set(offer, [...(offers.get(offer) ?? []), role]);
      for (const [kind, to] of page.status === 200 ? listDeskLinks(page.html) : []) {
        if (role === "admin" || openedKinds.has(`${role} ${kind}`)) continue;
        openedKinds.add(`${role} ${kind}`);
        const { status } = await openPage(office.staff[role].visitor, to);
        expect.soft(status, `${role}: ${address} → ${to}`).toBe(200);
      }
    }
    lines.push(`# ${maskValues(address, office.names)}`);
    for (const [offer, allowedRoles] of [...offers].sort())
      lines.push(`${roles.map((role) => (allowedRoles.includes(role) ? role[0] : "-")).join("")} ${offer}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("expected-screens/desk-roles.txt");
});

test("desk 3: before a round's freeze, only who may notify is sent to the notifications", async () => {
  const round = { schoolYearId: 6, code: "2099-role", name: "Mayo", state: "open" } as const;
  const { id } = await prisma().round.create({ data: round });
  const leads: string[] = [];
  for (const role of ["secretary", "head"] as const) {
    const { visitor } = office.staff[role];
    const { html } = await openPage(visitor, "/desk/round?year=6");
    const [, to = ""] = /href="([^"]*)">desk\.round\.freeze\.tell/.exec(html) ?? [];
    const page = await openPage(visitor, to.replaceAll("&amp;", "&"));
    leads.push(`${role} ${page.address.split("?")[0]} ${page.status}`);
  }
  await prisma().round.delete({ where: { id } });
  expect(leads).toEqual(["secretary /desk/enrollments 200", "head /desk/tell 200"]);
});

/** Downloads of the desk; an export belongs to its maker. */
const downloadRoles = {
  "/desk/catalogue/file?year=6": ["admin"],
  "/desk/catalogue/import/template": ["admin"],
  "/desk/data/1/copy": ["admin"],
  "/desk/exports/00000000-0000-4000-8000-0000000000e2": ["admin"],
  "/desk/report/file?year=6": [...roles],
};

test("desk 3: files can be downloaded only with permission", async () => {
  const patterns = listDeskDownloads().map(
    (folders) => new RegExp(`^${folders.replaceAll(/\[\w+\]/g, "[^/]+")}(\\?|$)`),
  );
  expect(
    patterns.filter((pattern) => !Object.keys(downloadRoles).some((address) => pattern.test(address))),
  ).toEqual([]);
  for (const [address, allowedRoles] of Object.entries(downloadRoles)) {
    const visitors: [string, Visitor][] = roles.map((role) => [role, office.staff[role].visitor]);
    for (const [who, visitor] of [...visitors, ["nobody", { cookieJar: new Map() }] as const]) {
      const answer = await download(visitor, address);
      const name = /^attachment; filename="[\w-]+\.(xlsx|csv|zip)"$/;
      expect
        .soft(
          [answer.status, name.test(answer.headers.get("content-disposition") ?? "")],
          `${address} ${who}`,
        )
        .toEqual(allowedRoles.some((role) => role === who) ? [200, true] : [404, false]);
      await answer.body?.cancel();
    }
  }
});

test("desk 5: a person's copy asks for the password again after a while, and then leads back", async () => {
  const { visitor, id } = office.staff.admin;
  const setPasswordAge = (age: string) =>
    getPool().query("update staff_sessions set password_at = now() - $1::interval where member_id = $2", [
      age,
      id,
    ]);
  await setPasswordAge("11 minutes");
  await expect(download(visitor, "/desk/data/1/copy")).rejects.toMatchObject({
    digest: expect.stringContaining(";/desk/password?to=%2Fdesk%2Fdata%2F1;"),
  });
  await setPasswordAge("0 minutes");
});

test("desk 36: the year's usual notification is preselected; without a delay it is at once", async () => {
  const readPreselected = async () => {
    const decision = `/desk/enrollments/${office.references.ada}/decide/rejected`;
    const html = [decision, `/desk/bulk/${BULK_ID}?do=rejected`].map(
      async (address) => (await openPage(office.staff.admin.visitor, address)).html,
    );
    return (await Promise.all(html)).map(
      (page) =>
        parseForms(page)
          .flatMap(({ controls }) => controls)
          .find(({ name }) => name === "tell")?.value,
    );
  };
  const { rows } = await getPool().query(
    `select id, with_list from decisions where school_year_id = 6 and actor_kind in ('staff', 'command')
     order by decided_at desc, id desc limit 1`,
  );
  const setLast = (withList: boolean) =>
    getPool().query("update decisions set with_list = $1 where id = $2", [withList, rows[0].id]);
  await setLast(true);
  expect(await readPreselected()).toEqual(["with_list", "with_list"]);
  await setLast(false);
  expect(await readPreselected()).toEqual(["held", "held"]);
  await writeSetting("decision_hold_minutes", 0);
  expect(await readPreselected()).toEqual(["now", "now"]);
  await writeSetting("decision_hold_minutes", 10);
  await setLast(rows[0].with_list);
});

test("desk 44: the versions of a text open in the language of the desk", async () => {
  const { html } = await openPage(office.staff.admin.visitor, "/en/desk/texts/terms");
  expect(html).toMatch(/href="\/en\/legal\/terms\/\d+"/);
});

/** Links and forms of a page. */
const listOffers = (html: string) =>
  getPageOutline(html, office.names, { withFrame: true })
    .split("\n")
    .flatMap((line) => /(form → \w+|a .*href=[^: ]+)/.exec(line)?.[1] ?? []);

test("desk 6: the navigation shows the number of open tasks in the page's year", async () => {
  const { rows } = await getPool().query(
    `select count(*) filter (where decided_state = 'pending' and erased_at is null)::int as "/desk/enrollments",
       count(*) filter (where decided_state = 'waiting')::int as "/desk/waiting-list",
       count(*) filter (where decided_state <> state)::int as "/desk/tell"
     from enrollments e join people p on p.id = e.student_id
     where school_year_id = (select id from school_years where end_school_year >= current_date order by start_school_year limit 1)`,
  );
  const counts = await readCounts("/desk/labels");
  expect(counts).toEqual(Object.fromEntries(Object.entries(rows[0]).filter(([, count]) => count)));
  expect(Object.keys(counts).length).toBeGreaterThan(1);
  expect(await readCounts("/desk/places?year=7")).toEqual({});
});

test("desk 35: the pane beside the list has every part of the enrollment's page", async () => {
  const { visitor } = office.staff.admin;
  /** Sections, and links to student, certificate and paper. */
  const listParts = ({ html }: Page) =>
    [
      ...html
        .slice(html.indexOf("<main"))
        .matchAll(/<section [^>]*\bid="([\w-]+)"|href="([^"]*\/(?:people\/|certificate|paper\?of)[^"]*)"/g),
    ].map(([, part, link]) => part ?? link ?? "");
  for (const reference of Object.values(office.references)) {
    const [page, pane] = [
      await openPage(visitor, `/desk/enrollments/${reference}`),
      await openPage(visitor, `/desk/enrollments?label=2&open=${reference}`),
    ];
    const parts = listParts(page);
    expect(parts.length).toBeGreaterThan(6);
    expect(
      parts.filter((part) => !listParts(pane).includes(part)),
      reference,
    ).toEqual([]);
  }
});

async function readCounts(address: string) {
  const { html } = await openPage(office.staff.admin.visitor, address);
  const links = html.slice(0, html.indexOf("<main")).matchAll(/<a [^>]*href="([^"?]*)[^>]*>(.*?)<\/a>/gs);
  const counts = [...links].map(([, to, content = ""]) => [to, Number(/>(\d+)[ <]/.exec(content)?.[1])]);
  return Object.fromEntries(counts.filter(([, count]) => count));
}

/** Pages without input that could be lost: sign-in, codes, sessions. */
const WITHOUT_SESSION = /\/\(sign-in\)\/|#signOutAction$/;

/** Forms of a round depend on its state: test/pages/round-scenarios.ts. */
const ROUND_FORMS = /#(round_|draw_|merit_checked$|objection_answered$)/;

/** This school has neither a demo's nor a test key's enrollments to take away: e2e/desk/school-setup.spec.ts does. */
const NOTHING_TO_REMOVE = /#(demo_removed|test_data_forgotten)$/;

/** The school begins without a correction: a scenario makes one and undoes it. */
const CORRECTION_FORMS = /#correction_undone$/;

/** Posting these without session or permission changes nothing. */
const adminPages = new Map<string, Page>();

async function openAdminPage(address: string): Promise<Page> {
  const page = adminPages.get(address) ?? (await openPage(office.staff.admin.visitor, address));
  adminPages.set(address, page);
  return page;
}

test("desk 5: the input of every desk form survives the end of the session", async () => {
  const { visitor, id } = office.staff.admin;
  const setSessionEnd = (ended: string) =>
    getPool().query(`update staff_sessions set ended_at = ${ended} where member_id = $1`, [id]);
  const [seenForms, foundActions] = [new Set<string>(), new Set<string>()];
  for (const [address, owner] of await listScreensOf("desk")) {
    if (owner !== visitor) continue;
    const page = await openAdminPage(address);
    for (const form of parseForms(page.html)) {
      const action = getActionName(form.post());
      if (WITHOUT_SESSION.test(action) || seenForms.has(`${action} ${form.name}`)) continue;
      seenForms.add(`${action} ${form.name}`);
      foundActions.add(action);
      expect(form.name, `a form of ${address}`).not.toBe("");
      fillAllControls(form);
      await setSessionEnd("now()");
      const redirected = await submitForm(visitor, page.address, form.post());
      await setSessionEnd("null");
      const to = new URL(redirected.address, "http://localhost");
      expect(to.pathname, `${form.name} of ${address}`).toBe("/desk/sign-in");
      const restoredForms = parseForms((await openPage(visitor, to.searchParams.get("to") ?? "")).html);
      const restored = restoredForms.find(({ name }) => name === form.name);
      expect(restored && getInput(restored), `${form.name} of ${address}`).toEqual(getInput(form));
      expect.soft(restored?.isVisible, `${form.name} of ${address} is not in closed details`).toBe(true);
    }
  }
  const knownActions = listActions().filter(
    (name) =>
      name.includes("/desk/") &&
      ![WITHOUT_SESSION, NOTHING_TO_REMOVE, CORRECTION_FORMS].some((pattern) => pattern.test(name)),
  );
  expect(knownActions.filter((name) => !foundActions.has(name) && !ROUND_FORMS.test(name))).toEqual([]);
});

test("families 5: the input of a step survives the end of the session", async () => {
  const email = "wanda@example.org";
  const visitor = await office.family(email);
  const submit = (page: Page, form: string, values: Record<string, string> = {}) =>
    submitForm(visitor, page.address, fillForm(page, form, values, office));
  const step = await submit(await openPage(visitor, "/account"), "startEnrollmentAction person-wences");
  expect(step.address).toBe("/enroll/specialities");
  await getPool().query("delete from sessions where person_id = $1", [office.people[email]]);
  const signIn = await submit(step, "saveStepAction", { student_speciality_option1: "62" });
  expect(signIn.address).toBe("/sign-in?onward=specialities");
  const restored = await submit(signIn, "signInAction", { email, password: STAFF_PASSWORD });
  expect(restored.address).toBe("/enroll/specialities");
  const speciality = parseForms(restored.html)
    .flatMap(({ controls }) => controls)
    .find(({ name }) => name === "student_speciality_option1");
  expect(speciality?.value).toBe("62");
});

test("desk 1, 3 and 8: without a session every desk page leads to sign-in and a post does nothing; a search is not shared", async () => {
  const nobody: Visitor = { cookieJar: new Map() };
  const deskScreens = (await listScreensOf("desk")).filter(
    ([, owner]) => owner === office.staff.admin.visitor,
  );
  const addresses = new Map(deskScreens.map(([address]) => [address.split("?")[0], address]));
  for (const address of addresses.values())
    expect.soft((await openPage(nobody, address)).address, address).toMatch(/^\/desk\/sign-in/);
  const page = await openAdminPage(`/desk/enrollments/${office.references.ada}`);
  const note = (parseForms(page.html).find(({ name }) => name === "note") as HtmlForm).post();
  note.set("note", "De nadie");
  expect((await submitForm(nobody, page.address, note)).address).toMatch(/^\/desk\/sign-in/);
  expect((await getPool().query("select from notes where text = 'De nadie'")).rows).toEqual([]);

  const { visitor: reader } = office.staff.reader;
  const search = await submitForm(
    reader,
    "/desk",
    fillForm(await openPage(reader, "/desk"), "searchAction", { words: "puig" }, office),
  );
  expect(search.html).toContain("desk.list.title(count=");
  expect((await openPage(office.staff.admin.visitor, search.address)).html).toContain(
    "desk.list.foreignSearch",
  );
});

/** The first button only selects rows. */
const ROW_SELECTION = /#selectRowsAction pick$/;

test("desk 12: shows an error after a permission was removed, even if the form is gone", async () => {
  const { visitor, id } = office.staff.admin;
  const setRole = (role: string) =>
    getPool().query("update staff_members set role = $1 where id = $2", [role, id]);
  const getKey = (form: HtmlForm) => `${getActionName(form.post())} ${form.name}`;
  const [seenForms, silent] = [new Set<string>(), [] as string[]];
  for (const [address, owner] of await listScreensOf("desk")) {
    if (owner !== visitor) continue;
    const page = await openAdminPage(address);
    const forms = parseForms(page.html).filter(
      (form) => !seenForms.has(getKey(form)) && !ROW_SELECTION.test(getKey(form)),
    );
    if (forms.length === 0) continue;
    await setRole("reader");
    const visibleForms = new Set(parseForms((await openPage(visitor, address)).html).map(getKey));
    for (const form of forms.filter((form) => !visibleForms.has(getKey(form)))) {
      seenForms.add(getKey(form));
      const response = await submitForm(visitor, page.address, form.post());
      // Some forms preview first; a redirect to a preview page has no such form.
      const isReported = hasError(response.html, "desk.problems.") || response.status === 404;
      if (!isReported) silent.push(`${getKey(form)} of ${address}`);
    }
    await setRole("admin");
  }
  expect(silent).toEqual([]);
  expect(seenForms.size).toBeGreaterThan(80);
});

/** The page's first text is this error. */
function hasError(html: string, message: string): boolean {
  const [, summary = ""] = /data-error-summary([\s\S]*?)<\/ul>/.exec(html) ?? [];
  return summary.includes(message);
}

/** These take nothing but being said. */
const WITHOUT_INPUT = ["legal_texts_kept"];

test.each(roles)("desk 3: no post of a form as %s runs a verb by its name alone", async (role) => {
  const { visitor } = office.staff[role];
  const readLastEntry = async () => (await getPool().query("select max(id) from audit_entries")).rows;
  const [before, silent] = [await readLastEntry(), [] as string[]];
  const page = await openPage(visitor, "/desk/me");
  const form = parseForms(page.html).find((form) => callsAction(form, "shortcuts_turned")) as HtmlForm;
  for (const name of [...verbs.keys(), "constructor", ""].filter((name) => !WITHOUT_INPUT.includes(name))) {
    const post = form.post();
    post.delete("on");
    post.set("verb", name);
    const response = await submitForm(visitor, page.address, post);
    if (!hasError(response.html, Object.hasOwn(formVerbs, name) ? "<li" : "desk.problems.gone"))
      silent.push(name);
  }
  expect(silent).toEqual([]);
  expect(await readLastEntry()).toEqual(before);
});

test.each(["decision_undone", "place_kept"])(
  "desk 12: %s is refused without the version that was shown",
  async (verb) => {
    const { visitor } = office.staff.secretary;
    const address = `/desk/enrollments/${office.references[verb === "place_kept" ? "asked" : "untold"]}`;
    const page = await openPage(visitor, address);
    const post = (parseForms(page.html).find((form) => callsAction(form, verb)) as HtmlForm).post();
    post.delete("version");
    const response = await submitForm(visitor, page.address, post);
    expect(hasError(response.html, "Alguien ha cambiado esta solicitud mientras tanto.")).toBe(true);
  },
);

type Conflict = {
  getVisitor: () => Promise<Visitor>;
  address: () => string;
  action: string;
  /** Creates the settled state and restores it afterwards. */
  before?: string;
  settle: string;
  words: string;
};

const QUESTIONS_CLOSED = "update questions set closed_at = '2020-01-01' where closed_at is null";

/** Settled by a colleague after the page was rendered, so that the form is gone. */
const conflicts: Record<string, Conflict> = {
  "a label that was merged": {
    getVisitor: async () => office.staff.admin.visitor,
    address: () => "/desk/labels",
    action: "label_renamed",
    before: "insert into labels (id, name, name_key) values (99, 'zeta', 'zeta')",
    settle: "delete from labels where id = 99",
    words: "desk.problems.overtaken",
  },
  "a question that was closed": {
    getVisitor: async () => office.staff.secretary.visitor,
    address: () => `/desk/enrollments/${office.references.carla}`,
    action: "question_closed",
    settle: QUESTIONS_CLOSED,
    words: "desk.problems.question_gone",
  },
  "a question that was closed while its family answered": {
    getVisitor: () => office.family("berta@example.org"),
    address: () => `/account/enrollments/${office.references.carla}`,
    action: "answerQuestionAction",
    settle: QUESTIONS_CLOSED,
    words: "account.issues.question_gone",
  },
};

test.each(Object.entries(conflicts))("desk 12: shows a conflict: %s", async (_, conflict) => {
  const [visitor, address] = [await conflict.getVisitor(), conflict.address()];
  const listForms = ({ html }: Page) => parseForms(html).filter((form) => callsAction(form, conflict.action));
  if (conflict.before) await getPool().query(conflict.before);
  const page = await openPage(visitor, address);
  const form = listForms(page).at(-1) as HtmlForm;
  fillAllControls(form);
  await getPool().query(conflict.settle);
  const response = await submitForm(visitor, address, form.post());
  await getPool().query("update questions set closed_at = null where closed_at = '2020-01-01'");
  expect([
    hasError(response.html, conflict.words),
    listForms(response).length < listForms(page).length,
  ]).toEqual([true, true]);
});

/** As if PostgreSQL ended the session. */
const MAKE_UNAVAILABLE = `
  alter table staff_sessions rename to staff_sessions_there;
  create function away() returns setof staff_sessions_there language plpgsql as
    $$ begin raise exception 'away' using errcode = '57P01'; end $$;
  create view staff_sessions as select * from away();`;
const MAKE_AVAILABLE = `
  drop view staff_sessions;
  drop function away;
  alter table staff_sessions_there rename to staff_sessions;`;

test("desk 5: every desk page shows a notice while the database is unavailable", async () => {
  const { visitor } = office.staff.admin;
  const deskScreens = (await listScreensOf("desk")).filter(([, owner]) => owner === visitor);
  const pages = new Map(deskScreens.map(([address]) => [address.split("?")[0], address]));
  await getPool().query(MAKE_UNAVAILABLE);
  try {
    for (const address of pages.values()) {
      const { status, html } = await openPage(visitor, address);
      expect.soft([status, html.includes("site.awayTitle")], address).toEqual([503, true]);
    }
  } finally {
    await getPool().query(MAKE_AVAILABLE);
  }
  expect((await openPage(visitor, "/desk")).status).toBe(200);
});

test("desk 5: a browser without the session's cookie is recognised by its device cookie", async () => {
  const { visitor, id } = await aMember("lost", "secretary");
  const [device, session] = [randomBytes(32).toString("base64url"), visitor.cookieJar.get("desk") as string];
  await getPool().query("insert into staff_devices (hash, member_id) values ($1, $2)", [
    createHash("sha256").update(device).digest(),
    id,
  ]);
  visitor.cookieJar.set("desk-device", device);
  const address = `/desk/enrollments/${office.references.ada}`;
  const findNoteForm = ({ html }: Page) => parseForms(html).find(({ name }) => name === "note") as HtmlForm;
  const form = findNoteForm(await openPage(visitor, address)).post();
  form.set("note", "Llamar el lunes.");
  visitor.cookieJar.delete("desk");
  expect((await submitForm(visitor, address, form)).address).toMatch(/^\/desk\/sign-in/);
  visitor.cookieJar.set("desk", session);
  expect(findNoteForm(await openPage(visitor, address)).controls).toMatchObject([
    { value: "Llamar el lunes." },
  ]);
});

/** Fills every control with its own value. */
function fillAllControls({ controls }: HtmlForm) {
  for (const control of controls) {
    const { kind, name, options } = control;
    if (kind === "textarea") control.value = `Escrito en ${name}`;
    else if (kind === "select") control.value = options.at(-1) ?? "";
    else if (kind === "checkbox") control.checked = true;
    else if (kind === "radio") Object.assign(control, { checked: true, value: options.at(-1) });
    else if (kind === "date") control.value = "2030-02-03";
    else if (kind === "time") control.value = "04:05";
    else control.value = `7 de ${name}`.slice(0, 30);
  }
}

const getInput = ({ controls }: HtmlForm) =>
  controls.map(({ kind, name, value, checked }) =>
    kind === "checkbox" ? [name, value, checked] : [name, value],
  );

/** Addresses of a group of screens. */
async function listScreensOf(part: string) {
  const groups = Object.entries(screens).flatMap(([name, [, listScreens]]) =>
    name.startsWith(part) ? [listScreens()] : [],
  );
  return (await Promise.all(groups)).flat();
}

test("desk 34: rare filters stay closed when they are active, and tags remove them", async () => {
  const filters = ["how=assigned", "age=minor", "from=2020-01-01"];
  const getAddress = (active: string[]) => `/desk/enrollments?${["year=6", ...active].join("&")}`;
  const { html } = await openPage(office.staff.secretary.visitor, getAddress(filters));
  expect(html).toContain("desk.list.more");
  expect(html).not.toMatch(/<details[^>]* open/);
  const tags = /<ul aria-label="desk.list.narrowed".*?<\/ul>/s.exec(html)?.[0] ?? "";
  const links = [...tags.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
  expect(links).toEqual(filters.map((removed) => getAddress(filters.filter((other) => other !== removed))));
  expect(tags).toContain("desk.list.withPlace");
});

const submittedForms = new Set<string>();

test.each(
  Object.entries(scenarios).map(([name, [promise, createSubmissions]]) => ({
    name,
    promise,
    presses: createSubmissions,
  })),
)("$promise", async ({ name, presses }) => {
  const results: string[] = [];
  for (const submission of await presses()) {
    const [visitor, address, form] = submission;
    results.push(
      form ? await describePageChanges(office, submission) : await describeScreen(visitor, address),
    );
    if (form) submittedForms.add(form.split(" ")[0] as string);
  }
  await expect(`${results.join("\n\n")}\n`).toMatchFileSnapshot(`expected-scenarios/${name}.txt`);
});

/** Autosave, and account forms that start a draft; tested in e2e/enroll. */
const SCRIPT_ACTIONS = /#(autosaveAction|startEnrollmentAction|isStillSignedIn)$/;

test("every action of wizard, account and desk was submitted above", () => {
  const knownActions = listActions().filter(
    (name) => !SCRIPT_ACTIONS.test(name) && !NOTHING_TO_REMOVE.test(name),
  );
  expect([...submittedForms].sort()).toEqual(
    [...new Set(knownActions.map((name) => name.split("#")[1]))].sort(),
  );
});

test("every field of a verb has a control in the form that names it", () => {
  const missing = Object.entries(formVerbs).flatMap(([name, { verb, fixed = {} }]) => {
    const controls = (controlsByVerb.get(name) ?? []).map((control) => control.split(/[-.[]/)[0]);
    const provided = [...controls, ...Object.keys(fixed), ...PAGE_FIELDS];
    return Object.keys(verb.schema.shape).flatMap((field) =>
      provided.includes(field) ? [] : [`${name} ${field}`],
    );
  });
  expect(missing).toEqual(FIELDS_WITHOUT_CONTROL);
});

/** The page's address gives them. */
const PAGE_FIELDS = ["reference", "bulk"];

/** Asked beyond fifty enrollments; given by links of the list; on the set-up page, which no scenario may empty. */
const FIELDS_WITHOUT_CONTROL = [
  "bulk_started typed",
  "decision_undone decisionId",
  "demo_removed sure",
  "test_data_forgotten sure",
  "unlabelled label",
];

/** Actions without an audit entry, with the reason. */
const WITHOUT_ENTRY: Record<string, string> = {
  access_noted: "a copy was asked for before: lib/desk/data/data-requests.test.ts",
  answers_corrected: "as person_corrected and choices_changed",
  bulk_chosen: "nothing is done yet",
  bulk_duplicate_included: "nothing is done yet",
  bulk_selected: "nothing is done yet",
  correction_declined: "what was asked for is done, as person_corrected",
  correction_undone: "another correction, as person_corrected",
  demo_removed: "there is no demo: e2e/desk/school-setup.spec.ts",
  lost_sent_again: "each as sent_again",
  message_readdressed: "by a command, as address_corrected: commands/mail.test.ts",
  message_sent_again: "by a command, as sent_again: commands/mail.test.ts",
  reason_imported: "by a command: commands/reasons.test.ts",
  sent_again: "to another address, as address_asked: lib/desk/record/resend.test.ts",
  shortcuts_turned: "one's own alone",
  test_data_forgotten: "there is none: e2e/desk/school-setup.spec.ts",
  view_dropped: "one's own alone",
  view_saved: "one's own alone",
  written_to: "by a job: lib/desk/bulk/write.test.ts",
};

test("desk 31: every action above has an audit entry with its values", async () => {
  const { rows } = await getPool().query<{ action: string; name: string | null; old: boolean; now: boolean }>(
    `select action, name, bool_or(old is not null) as old, bool_or(new is not null) as now
     from audit_entries e left join audit_values v on v.entry_id = e.id group by 1, 2 order by 1, 2`,
  );
  const values = new Map<string, string[]>();
  for (const { action, name, old, now } of rows) {
    const value = name && `${name}: ${old ? "old" : "–"} → ${now ? "new" : "–"}`;
    values.set(action, [...(values.get(action) ?? []), ...(value ? [value] : [])]);
  }
  const lines = [...values].map(([action, ofAction]) => [action, ...ofAction].join("\n  "));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("expected-scenarios/record.txt");
  expect([...verbs.keys()].filter((name) => !values.has(name)).sort()).toEqual(
    Object.keys(WITHOUT_ENTRY).filter((name) => verbs.has(name)),
  );
});

test("interfaces: the state page shows every part and every check, to administrators only", async () => {
  const [admin, head] = [await aMember("watching", "admin"), await aMember("not watching", "head")];
  registerDoctor(startAllChecks);
  await suspendMail("401 refused", new Date());
  const checkNames = new Set<string>();
  await runChecks((check) => void checkNames.add(check));
  const { html, status } = await openPage(admin.visitor, "/desk/state");
  const parts = [...html.matchAll(/desk\.state\.parts\.(\w+)\.name/g)].map(([, part]) => part);
  expect([status, parts]).toEqual([
    200,
    expect.arrayContaining(["database", "mail", "worker", "backup", "disk", "doctor"]),
  ]);
  const checks = html.split("<li").filter((row) => row.includes("desk.state.checks."));
  expect(checkNames.size).toBeGreaterThan(10);
  for (const check of checkNames)
    expect(
      checks.filter((row) => row.includes(`desk.state.checks.${check.replace("'", "&#x27;")}<`)),
      check,
    ).toHaveLength(1);
  expect(checks.find((row) => row.includes("desk.state.checks.held e-mail<"))).toMatch(
    /desk\.state\.levels\.wrong.*desk\.state\.todo\.held e-mail/,
  );
  const [, detail = ""] = html.split("desk.state.doctor.detail");
  expect(detail).toMatch(/<ul lang="en".*e-mails are held since .* 401 refused → Fix it/);
  expect(checks.find((row) => row.includes("desk.state.checks.connections<"))).toContain(
    "desk.state.doctor.outside",
  );
  await resumeMail();
  expect((await openPage(head.visitor, "/desk/state")).status).toBe(404);
});

/** Only on a running server: e2e/accounts/mailbox. */
const SERVER_PAGES = /\/mailbox(\/\[id\])?\/page\.tsx$/;

test("every page of families and of the desk was opened above", () =>
  expect(listUnopenedPages().filter((file) => !SERVER_PAGES.test(file))).toEqual([]));

/** Enough for three pages; groups of five share time and name. */
async function createManyEnrollments() {
  await getPool().query(
    `with made as (
       insert into people (id, email, email_key, name, surname, birth_date, locale)
       select gen_random_uuid(), n || '@list.example', n || '@list.example', 'Nombre ' || n / 5, 'Apellido', '1990-01-01', 'es'
       from generate_series(1, 101) n returning id, split_part(email, '@', 1)::int as n)
     insert into enrollments (id, reference, school_year_id, student_id, terms_url, terms_accepted_at, locale, source, created_at)
     select gen_random_uuid(), translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ACDEFGHJKMNPQRTU'), 7, id, 'https://example.org',
       now(), 'es', 'form', date_trunc('day', now()) - (n / 5) * interval '1 minute' from made`,
  );
  const { rows } = await getPool().query<{ reference: string; at: Date; name: string }>(
    "select e.reference, e.created_at as at, p.name from enrollments e join people p on p.id = e.student_id where e.school_year_id = 7",
  );
  return new Map(rows.map(({ reference, ...row }) => [reference, row]));
}

/** Enrollments on all pages of a list, following this link. */
async function walkPages(from: string, rel: string, visitor = office.staff.admin.visitor) {
  const pages: string[][] = [];
  for (let next: string | undefined = from; next; ) {
    const { html } = await openPage(visitor, next);
    const main = html.slice(html.indexOf("<h1"));
    pages.push(
      [...main.matchAll(/href="\/desk\/enrollments\/(\w{8})["?]/g)].map(
        ([, reference]) => reference as string,
      ),
    );
    const link = [...main.matchAll(/<a [^>]*>/g)].find(([tag]) => tag.includes(rel))?.[0];
    next = link && /href="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&");
    if (next) from = next;
  }
  return { pages, last: from };
}

test("desk 7, 18, 24 and 31, admission 3 and 14: the pages of each list have each row once, in both directions", async () => {
  const enrollments = await createManyEnrollments();
  const { visitor: reader, id } = await aMember("late", "reader"); // pages are links for readers
  const createTimeKey = (direction: 1 | -1) => (reference: string) =>
    direction * (enrollments.get(reference)?.at.getTime() ?? Number.NaN);
  const orders = {
    newest: createTimeKey(-1),
    oldest: createTimeKey(1),
    name: undefined,
    turn: createTimeKey(1),
  };
  for (const [sort, key] of Object.entries(orders)) {
    const { pages, last } = await walkPages(`/desk/enrollments?year=7&sort=${sort}`, 'rel="next"', reader);
    expect(
      pages.map(({ length }) => length),
      sort,
    ).toEqual([50, 50, 1]);
    expect(new Set(pages.flat()), sort).toEqual(new Set(enrollments.keys()));
    const keys = pages.flat().map((reference) => key?.(reference) ?? enrollments.get(reference)?.name ?? "");
    const collate = new Intl.Collator("es").compare;
    const compareKeys = (a: number | string, b: number | string) =>
      typeof a === "number" ? a - Number(b) : collate(a, String(b));
    expect(keys, sort).toEqual([...keys].sort(compareKeys));
    expect((await walkPages(last, 'rel="prev"', reader)).pages.reverse(), sort).toEqual(pages);
  }

  const [visitor, first] = [office.staff.admin.visitor, "/desk/enrollments?year=7&sort=oldest"];
  const list = await openPage(visitor, first);
  const form = parseForms(list.html)
    .find(({ name }) => name === "pick")
    ?.post() as FormData;
  form.set("which", "next");
  const second = await walkPages((await submitForm(visitor, first, form)).address, 'rel="next"');
  expect(second.pages[0]).toEqual((await walkPages(first, 'rel="next"', reader)).pages[1]);

  // The selection survives paging (desk 24).
  const { visitor: secretary } = await aMember("ticking", "secretary");
  const tick = (page: Page, rows: number[], which: string) => {
    const form = parseForms(page.html).find(({ name }) => name === "pick") as HtmlForm;
    const boxes = form.controls.filter(({ name }) => name === "row");
    for (const [index, box] of boxes.entries()) box.checked = rows.includes(index);
    const post = form.post();
    post.set("which", which);
    return submitForm(secretary, page.address, post);
  };
  const listTicked = ({ html }: Page) =>
    parseForms(html).flatMap(({ controls }) =>
      controls.filter(({ name }) => name === "row").flatMap(({ checked }, index) => (checked ? [index] : [])),
    );
  const next = await tick(await openPage(secretary, first), [0, 2], "next");
  expect([next.html.includes("desk.bulk.kept(count=2)"), listTicked(next)]).toEqual([true, []]);
  const previous = await tick(next, [1], "previous");
  expect([previous.html.includes("desk.bulk.kept(count=3)"), listTicked(previous)]).toEqual([true, [0, 2]]);
  expect((await tick(previous, [2, 4], "ticked")).html).toMatch(/<h1[^>]*>desk\.bulk\.title\(count=3\)/);

  const references = [...enrollments.keys()];
  await getPool().query(
    "insert into audit_entries (actor_kind, action, object_kind, object_id) select 'command', 'list_exported', 'enrollment', unnest($1::text[])",
    [references],
  );
  const entries = await walkPages("/desk/audit?action=list_exported&who=command", 'rel="next"');
  expect(entries.pages.map(({ length }) => length)).toEqual([50, 50, 1]);
  expect(entries.pages.flat()).toEqual([...references].reverse());

  await getPool().query(
    "insert into access_entries (member_id, enrollment_id, hour) select $1, id, date_trunc('hour', now()) from enrollments where school_year_id = 7",
    [id],
  );
  const opened = await walkPages(`/desk/audit/opened?who=${id}`, 'rel="next"');
  expect(opened.pages.map(({ length }) => length)).toEqual([50, 50, 1]);
  expect(new Set(opened.pages.flat())).toEqual(new Set(references));

  await getPool().query("delete from bulk_rows where bulk_id = $1", [DONE_BULK_ID]);
  await getPool().query(
    `insert into bulk_rows (bulk_id, position, enrollment_id, version, outcome)
     select $1, row_number() over (order by n, e.reference), e.id, 0, 'no_place'
     from enrollments e, generate_series(1, 4) n where school_year_id = 7`,
    [DONE_BULK_ID],
  );
  await getPool().query("update bulk_actions set status = 'done' where id = $1", [DONE_BULK_ID]);
  const report = await walkPages(`/desk/bulk/${DONE_BULK_ID}`, "?after=");
  const repeated = [...references]
    .sort()
    .flatMap((_, __, sorted) => sorted)
    .slice(0, 404);
  expect(report.pages.map(({ length }) => length)).toEqual([200, 200, 4]);
  expect(report.pages.flat()).toEqual(repeated);

  // Outside of a round, since they have chosen nothing.
  await getPool().query(
    "insert into rounds (school_year_id, code, name, state) values (7, 'pages', 'Convocatoria', 'open')",
  );
  const outside = await walkPages("/desk/round?year=7", "outside=2");
  expect(outside.pages.map(({ length }) => length)).toEqual([100, 1]);
  expect(new Set(outside.pages.flat())).toEqual(new Set(references));

  // Students of the previous year whom the office has to ask itself.
  await getPool().query(
    "update people set birth_date = null where id in (select student_id from enrollments where school_year_id = 7)",
  );
  await getPool().query(
    "update enrollments set school_year_id = 6, state = 'accepted', decided_state = 'accepted' where school_year_id = 7",
  );
  const asked = await walkPages("/desk/renewal?year=7", "page=2");
  expect(asked.pages.map(({ length }) => length)).toEqual([100, 1]);
  expect(new Set(asked.pages.flat())).toEqual(new Set(references));
});

test("desk 15: rejects a paper form after its school year has closed, and keeps its input", async () => {
  const { visitor } = await aMember("paper", "secretary");
  const address = "/desk/paper?who=adult&year=6&sheet=00000000-0000-4000-8000-000000000009";
  const form = parseForms((await openPage(visitor, address)).html)
    .find(({ name }) => /^paper/.test(name))
    ?.post() as FormData;
  form.set("student_surname", "Roca");
  await getPool().query(
    "update school_years set start_school_year = start_school_year - 800, end_school_year = current_date - 1 where id = 6",
  );
  await expect
    .poll(async () => getPageOutline((await submitForm(visitor, address, copyForm(form))).html, office.names))
    .toMatch(/desk\.paper\.closed[\s\S]*name=student_surname value=Roca/);
});

function copyForm(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}
