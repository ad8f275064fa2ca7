import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import { locales } from "@/lib/i18n/locales";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { GET as getLlms } from "../llms.txt/route";
import { Reference } from "./_reference/reference";
import { ErrorCodes } from "./error-codes";
import { GuidePage } from "./guide";
import { GET as getMarkdown } from "./markdown/[[...page]]/route";
import { QuickStart } from "./quick-start";

beforeAll(() => seedDemoSchool());

const listIds = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

/** Public anchors, which must not change. */
const ANCHORS =
  "key catalogue enroll mailbox minors siblings events webhooks receiver sandbox packages meanings get-bodies idempotency rate-limits caching versions";

test.each(locales)("integrators 8: the guide in %s has every section, and its programs", async (language) => {
  const html = renderToStaticMarkup(await QuickStart({ language }));
  expect(listIds(html)).toEqual(expect.arrayContaining(ANCHORS.split(" ")));
  expect(html).toContain(`export SCHOOL_YEAR=${getSchoolYearIds().current}`);
  expect(html).not.toMatch(/\{(base|key|year|speciality|client|flows|#[\w-]+)\}|```/);
  for (const printed of ["Bruno", "webhook-id", "sibling_enrollment"]) expect(html).toContain(printed);
  // The chapter on the demo key ends with the set-up of one's own school.
  expect(html).toMatch(/id="key"(?:(?!<h2)[\s\S])*\/desk\/setup(?:(?!<h2)[\s\S])*demo -- remove/);
});

test("the guide mentions the demo key only with the demo school", async () => {
  const guide = async () => renderToStaticMarkup(await QuickStart({ language: "en" }));
  const exported = [
    /export API_KEY=&quot;\$\(cat \.data\/demo-api-key\)&quot;/,
    /export API_KEY=&quot;&lt;API_KEY&gt;&quot;/,
  ];
  const { embedded } = env;
  try {
    for (const [index, isDemo] of [true, false].entries()) {
      env.embedded = isDemo;
      const guideText = await guide();
      expect(exported.map((line) => line.test(guideText))).toEqual([index === 0, index === 1]);
    }
  } finally {
    env.embedded = embedded;
  }
});

test.each(locales)("integrators 7: the page of errors in %s explains each code", async (language) => {
  const html = renderToStaticMarkup(await ErrorCodes({ language }));
  expect(listIds(html)).toEqual(
    expect.arrayContaining(["shape", "missing_api_key", "under_age", "duplicate"]),
  );
  expect(html).toMatch(/<h3 id="no_guardian"[\s\S]*?422/);
  expect(html).toContain("/errors#validation_failed");
});

test.each(locales)("integrators 8: the changelog in %s lists changes by day", async (language) => {
  const html = renderToStaticMarkup(await GuidePage({ name: "changelog", language }));
  expect(html).toContain('<time dateTime="2026-11-21">2026-11-21</time>');
  expect(listIds(html)).toContain("policy");
});

test("integrators 18: the reference shows errors and the data of webhooks and events", async () => {
  const html = renderToStaticMarkup(await Reference({ texts: getDocsText("en") }));
  const findSection = (id: string) => html.split("<h2 ").find((text) => text.startsWith(`id="${id}"`)) ?? "";
  expect(findSection("createAdultEnrollment")).toContain('href="errors#duplicate"');
  expect(findSection("createAdultEnrollment")).toContain("Idempotency-Key");
  for (const id of ["listEvents", "onMailFailed"])
    expect(findSection(id)).toMatch(/<code[^>]*>data\.recipient<\/code>/);
  expect(findSection("onMailFailed")).toContain("webhook-signature");
});

/** The segments are those that the rewrite passes. */
async function readMarkdown(...page: string[]) {
  const answer = await getMarkdown(new Request("http://localhost/"), { params: Promise.resolve({ page }) });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

/** Paragraphs and blocks in the order of the file. */
const splitParagraphs = (file: string) => readFileSync(file, "utf8").trim().split(/\n\n+/);

test.each(globSync("docs/guides/*/*.md"))(
  "the Markdown of %s has each paragraph in order, with this server's values and the programs",
  async (file) => {
    const [, language = "", name = ""] = /(\w\w)\/(\w+)\.md$/.exec(file) ?? [];
    const { status, type, text } = await readMarkdown(...(language === "en" ? [] : [language]), name);
    expect([status, type]).toEqual([200, "text/markdown; charset=utf-8"]);
    let from = 0;
    for (const part of splitParagraphs(file)) {
      const program = /^```snippets\n(.+)\n```$/.exec(part)?.[1];
      const expected = program
        ? globSync(`docs/snippets/${program}.*`).map((snippet) => readFileSync(snippet, "utf8").trimEnd())
        : part === "```error\n```"
          ? ['"code": "validation_failed"']
          : part.split(/\{(?:base|key|year|speciality|client|flows)\}/);
      const positions = expected.map((fragment) => text.indexOf(fragment, program ? 0 : from));
      expect([part, positions.filter((position) => position === -1)]).toEqual([part, []]);
      if (!program) from = Math.max(...positions);
    }
    expect(text).not.toMatch(/\{(?:base|key|year|speciality|client|flows)\}|```(?:snippets|error)/);
    expect(text.match(/^```/gm)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0);
  },
);

test("the Markdown of the errors explains each code; the reference and unknown addresses have no Markdown", async () => {
  const { text } = await readMarkdown("errors");
  expect(text).toContain("### under_age\n\nThe student must be 18 or older.\n");
  expect(text).toMatch(/^### no_guardian \(422\)\n\n\S/m);
  for (const page of [["reference"], ["es", "reference"], ["none"], ["errors", "x"]])
    expect((await readMarkdown(...page)).status).toBe(404);
});

test("llms.txt names every guide in every language, and the OpenAPI document", async () => {
  const text = await (await getLlms()).text();
  const named = [...text.matchAll(/\]\(http[^)]*?:\d+([^)]+)\)/g)].map(([, address]) => address);
  const guides = globSync("docs/guides/*/*.md").map((file) => {
    const { dir, name } = path.parse(file);
    const language = path.basename(dir) === "en" ? "" : `/${path.basename(dir)}`;
    return `/docs${language}${name === "start" ? "" : `/${name}`}.md`;
  });
  expect(named.toSorted()).toEqual([...guides, "/api/openapi.json"].sort());
  expect(text).toMatch(/^# .+\n\n> .+\n\n## Guides\n\n- \[/);
});
