import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import { locales } from "@/lib/i18n/locales";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { Reference } from "./_reference/reference";
import { Changelog } from "./changelog";
import { ErrorCodes } from "./error-codes";
import { QuickStart } from "./quick-start";

beforeAll(() => seedDemoSchool());

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

/** Addresses that others link to: they stay when the guides are written anew. */
const ANCHORS =
  "key catalogue enroll mailbox minors siblings events webhooks receiver sandbox packages meanings get-bodies idempotency rate-limits caching versions";

test.each(locales)("integrators 8: the guide in %s has every section, and its programs", async (language) => {
  const html = renderToStaticMarkup(await QuickStart({ language }));
  expect(idsOf(html)).toEqual(expect.arrayContaining(ANCHORS.split(" ")));
  expect(html).toContain(`export SCHOOL_YEAR=${getSchoolYearIds().current}`);
  expect(html).not.toMatch(/\{(base|key|year|speciality|client|flows|#[\w-]+)\}|```/);
  for (const printed of ["Bruno", "webhook-id", "sibling_enrollment"]) expect(html).toContain(printed);
  // The chapter about the demo key ends with how to begin with one's own school.
  expect(html).toMatch(/id="key"(?:(?!<h2)[\s\S])*\/desk\/setup(?:(?!<h2)[\s\S])*demo -- remove/);
});

test("the guide begins with the demo school's key only where the demo school is", async () => {
  const guide = async () => renderToStaticMarkup(await QuickStart({ language: "en" }));
  const exported = [
    /export API_KEY=&quot;\$\(cat \.data\/demo-api-key\)&quot;/,
    /export API_KEY=&quot;&lt;API_KEY&gt;&quot;/,
  ];
  const { embedded } = env;
  try {
    for (const [at, isDemo] of [true, false].entries()) {
      env.embedded = isDemo;
      const guideText = await guide();
      expect(exported.map((line) => line.test(guideText))).toEqual([at === 0, at === 1]);
    }
  } finally {
    env.embedded = embedded;
  }
});

test.each(locales)(
  "integrators 7: the page of errors in %s says of each code what it means",
  async (language) => {
    const html = renderToStaticMarkup(await ErrorCodes({ language }));
    expect(idsOf(html)).toEqual(
      expect.arrayContaining(["shape", "missing_api_key", "under_age", "duplicate"]),
    );
    expect(html).toMatch(/<h3 id="no_guardian"[\s\S]*?422/);
    expect(html).toContain("/errors#validation_failed");
  },
);

test.each(locales)("integrators 8: the changelog in %s is by day", async (language) => {
  const html = renderToStaticMarkup(await Changelog({ language }));
  expect(html).toContain('<time dateTime="2026-11-21">2026-11-21</time>');
  expect(idsOf(html)).toContain("policy");
});

test("integrators 18: the reference shows refusals, and what webhooks and events carry", async () => {
  const html = renderToStaticMarkup(await Reference({ words: getDocsText("en") }));
  const part = (id: string) => html.split("<h2 ").find((text) => text.startsWith(`id="${id}"`)) ?? "";
  expect(part("createAdultEnrollment")).toContain('href="errors#duplicate"');
  expect(part("createAdultEnrollment")).toContain("Idempotency-Key");
  for (const id of ["listEvents", "onMailFailed"])
    expect(part(id)).toMatch(/<code[^>]*>data\.recipient<\/code>/);
  expect(part("onMailFailed")).toContain("webhook-signature");
});
