import { DomUtils, parseDocument } from "htmlparser2";
import { beforeAll, expect, test } from "vitest";
import { getPool } from "@/lib/platform/database/prisma";
import { erasePerson } from "@/lib/privacy/verbs";
import { parseForms } from "@/test/support/http/html-forms";
import { openPage, type Page, submitForm } from "./browser";
import { createFixtureSchool, currentSchool, type FixtureSchool } from "./fixture-school";
import { screens } from "./screens";
import { fillForm } from "./submit-form";

let school: FixtureSchool;

/** Students with a place, with an open place confirmation, waiting, decided but not notified, and rejected. */
const erased = ["accepted", "asked", "waiting", "untold", "rejected"] as const;

beforeAll(async () => {
  school = await createFixtureSchool();
  currentSchool.school = school;
  for (const name of erased) {
    const { rows } = await getPool().query<{ id: string }>(
      `select coalesce(g.guardian_id, e.student_id) as id from enrollments e
       left join guardianships g on g.student_id = e.student_id where reference = $1`,
      [school.references[name]],
    );
    const options = { actor: { kind: "command" }, withChildren: true, now: new Date() } as const;
    await erasePerson(rows[0]?.id ?? "", options);
  }
});

const open = (address: string) => openPage(school.staff.admin.visitor, address);
const getAddress = (name: (typeof erased)[number], rest = "") =>
  `/desk/enrollments/${school.references[name]}${rest}`;

const listTexts = ({ html }: Page, ...tags: string[]) =>
  DomUtils.getElementsByTagName((tag) => tags.includes(tag), parseDocument(html)).map((element) =>
    DomUtils.textContent(element).trim(),
  );

test("desk 32: on every page an erased student has a name, and no generated address is shown", async () => {
  const groups = Object.entries(screens).filter(([name]) => name.startsWith("desk"));
  const listed = (await Promise.all(groups.map(([, [, listScreens]]) => listScreens()))).flat();
  const addresses = [
    ...listed.filter(([, visitor]) => visitor === school.staff.admin.visitor).map(([address]) => address),
    "/desk/enrollments?state=accepted",
    "/desk/enrollments?state=waiting",
    "/desk/renewal?year=7",
    "/desk/mail?day=",
    ...erased.flatMap((name) => [
      getAddress(name),
      getAddress(name, "/decide/withdrawn"),
      getAddress(name, "/ask"),
      `/desk/enrollments?open=${school.references[name]}`,
    ]),
  ];
  let found = 0;
  for (const address of new Set(addresses)) {
    const page = await open(address);
    const texts = listTexts(page, "title", "h1", "h2", "a", "label", "button");
    expect
      .soft(
        texts.filter((text) => /^$|\b(?:name|student)=[,)]/.test(text)),
        address,
      )
      .toEqual([]);
    expect.soft(page.html, address).not.toContain("no-email.invalid");
    found += texts.filter((text) => text.includes("desk.enrollment.erased.name")).length;
  }
  expect(found).toBeGreaterThan(30);
});

test("desk 32: an erased student's page says so, and offers only what is possible", async () => {
  for (const name of erased) {
    const reference = school.references[name];
    const [page, pane] = [await open(getAddress(name)), await open(`/desk/enrollments?open=${reference}`)];
    const title = `desk.enrollment.title(student=desk.enrollment.erased.name, reference=${reference})`;
    expect([listTexts(page, "title"), listTexts(page, "h1")]).toEqual([
      [title],
      ["desk.enrollment.erased.name"],
    ]);
    for (const { html } of [page, pane])
      expect(html).toMatch(/desk\.enrollment\.erased\.notice\(day=[^)]+\)/);
    expect(listOffers(page), name).toEqual(offers[name] ?? ["decide/withdrawn"]);
  }
});

/** An answered question can be closed; a rejected enrollment has no further decision. */
const offers: Record<string, string[]> = { accepted: ["question", "decide/withdrawn"], rejected: [] };

/** Forms about the enrollment and links to forms about it. */
const listOffers = (page: Page) => [
  ...parseForms(page.html.slice(page.html.indexOf("<main"))).map(({ name }) => name.replace(/-.*/, "")),
  ...[...page.html.matchAll(/href="[^"?]*\/((?:decide|correct|ask)\b[^"?]*)/g)].map(([, href]) => href),
];

test("desk 32: an erased student's enrollment is withdrawn with a reason and without texts", async () => {
  const page = await open(getAddress("accepted", "/decide/withdrawn"));
  const form = parseForms(page.html).find(({ name }) => name === "decide");
  expect(form?.controls.map(({ name }) => name)).toEqual(["reason", "tell"]);
  await submitForm(
    school.staff.admin.visitor,
    page.address,
    fillForm(page, "decideAction", { reason: "other" }, school),
  );
  const reference = school.references.accepted;
  const where = { text: "select decided_state from enrollments where reference = $1", values: [reference] };
  expect((await getPool().query(where)).rows).toEqual([{ decided_state: "withdrawn" }]);
});
