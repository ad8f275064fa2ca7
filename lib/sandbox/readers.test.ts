import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Where these tables are read with no word of whose world, and why that is right. Any other reader starts from an
 * id or a reference, which stay in their world, or says one (lib/platform/worlds.ts).
 */
const reasons: Record<string, string> = {
  "lib/people/accounts/queries.ts": "seenBy: the signed-in person's",
  "lib/decisions/standing.ts": "an id, or a reference within what the actor finds",
  "lib/office/bulk/resend-lost.ts": "LOST: of one enrollment, or of those of a bulk action",
  "lib/office/conditions.ts": "parts of conditions on an enrollment, of which the first is `not e.test`",
  "lib/enrollment/correct/corrections.ts": "peopleOf: of one enrollment that is live",
  "lib/office/order.ts": "the conditions of a list, and the student of each enrollment in it",
  "lib/office/search.ts": "a part of the conditions of a list",
  "lib/office/show.ts": "messagesOf: of one enrollment that is live",
  "lib/enrollment/known-family.ts": "the children of one guardian",
  "lib/enrollment/told.ts": "what a key sees, or one reference of it",
  "lib/family/corrections.ts": "guarding: the signed-in person's children",
  "lib/family/guardian.ts": "unanswered: the signed-in person's",
  "lib/family/not-me.ts": "of: the enrollments of whoever holds the link",
  "lib/family/sent.ts": "an id or the references of one draft",
  "lib/mail/hold.ts": "whatever waits gets its job again",
  "lib/mail/outbox.ts": "rescueStranded: whatever waits gets its job again",
  "lib/mail/together.ts": "parts of queries on an enrollment; what was sent together is of one world",
  "lib/privacy/personal-data.ts":
    "enrollments of children from whom somebody is kept apart: guardian and child share a world",
  "lib/privacy/empty.ts": "the people of an erasure's plan",
  "lib/privacy/erase.ts": "erased rows name nobody, in every world",
  "lib/privacy/retention.ts": "requests that were settled long ago go, in every world",
  "server/remove-demo.ts": "everything goes with the demo school",
};

const TABLES =
  "people|enrollments|guardianships|mail_messages|mail_suppressions|data_requests|correction_requests";
const SQL = new RegExp(`\\b(?:from|join|update)\\s+(?:${TABLES})\\b`, "g");
const MODELS =
  /\.(?:person|enrollment|guardianship|mailMessage|mailSuppression|dataRequest|correctionRequest)\s*\.(?:find|count|update|delete|aggregate|groupBy)\w*\(/g;

const SAYS = /not (?:e\.)?test\b|sandbox|ofLive|LIVE|WORLD|inWorld|personAt/;
const STARTS_SQL = /\b(?:\w+_)?(?:id|reference|hash)\s*(?:=|in)\s*(?:any\s*)?\(?\s*(?:\$\{|\$\d)/;
const STARTS_CALL = /\b(?:id|\w+Id|reference|hash|bulkRows)\b\s*[:,}]/;
/** Somebody who is looked for by what two worlds may share. */
/** A reference that somebody types at the desk may be a sandbox's. */
const AT_DESK = /^lib\/(office|enrollment\/(correct|paper|notes|mark-guardian|resend|address))/;
const STARTS_AT_DESK = /\b(?:id|\w+Id|hash|bulkRows)\b\s*[:,}]/;
const SHARED_SQL = /\b(?:email_key|document_key)\s*(?:=|in)/;
const SHARED_CALL = /\b(?:emailKey|documentKey)\s*:/;

test("whoever reads people or enrollments starts from one of them or says in whose world", () => {
  const found = globSync("{lib,app,commands,server}/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => unscoped(readFileSync(file, "utf8"), file).map((statement) => ({ file, statement })));
  expect(found.filter(({ file }) => !(file in reasons))).toEqual([]);
  const unused = Object.keys(reasons).filter((file) => !found.some((one) => one.file === file));
  expect(unused).toEqual([]);
});

test.each([
  "prisma().person.findFirst({ where: { emailKey: key, id: { not: personId } } })",
  "prisma().enrollment.count()",
  "prisma().enrollment.findMany({ where: { schoolYear: { year } } })",
  "prisma().$queryRaw`select count(*) from enrollments e where e.decided_state = 'accepted'`",
  "prisma().$queryRaw`select 1 from people p where p.email_key = 'a' and p.id = 'b'`",
])("a reader of everybody's is found: %s", (source) => {
  expect(unscoped(source)).toHaveLength(1);
});

/** The readers that neither start from somebody nor say a world. */
function unscoped(source: string, file = ""): string[] {
  const queries = [...source.matchAll(SQL)].map(({ index }) => ({
    text: paragraph(source, index),
    starts: STARTS_SQL,
    shared: SHARED_SQL,
  }));
  const calls = [...source.matchAll(MODELS)].map(({ index, 0: call }) => ({
    text: whereOf(balanced(source, index + call.length - 1)),
    starts: AT_DESK.test(file) ? STARTS_AT_DESK : STARTS_CALL,
    shared: SHARED_CALL,
  }));
  const found = [...queries, ...calls].filter(
    ({ text, starts, shared }) => !SAYS.test(text) && (shared.test(text) || !starts.test(text)),
  );
  return [...new Set(found.map(({ text }) => text))];
}

function paragraph(source: string, at: number): string {
  const end = source.indexOf("\n\n", at);
  return source.slice(source.lastIndexOf("\n\n", at) + 1, end < 0 ? undefined : end);
}

/** What a call is asked to find. */
function whereOf(call: string): string {
  const at = /\bwhere\s*:?\s*/.exec(call);
  if (!at) return call;
  const value = call.slice(at.index + at[0].length);
  return value.startsWith("{") ? balanced(value, 0) : (/^[^,]*/.exec(value)?.[0] ?? "");
}

function balanced(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if ("({[".includes(source[at] as string)) depth++;
    if (")}]".includes(source[at] as string) && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}
