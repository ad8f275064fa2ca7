import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { contract } from "@/app/api/v1/contract";
import { routes } from "@/app/api/v1/routes";
import { LONG_TRANSACTION } from "@/lib/admission/round";
import { findApiKeys, listApiKeys, revokeApiKey } from "@/lib/api/keys";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { setLimits } from "@/lib/decisions/places/verbs";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { numberEvents } from "@/lib/events/worker";
import { resumeMail, suspendMail } from "@/lib/mail/pause";
import { findSetupPerson } from "@/lib/people/accounts/sessions";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { findSandboxByBrowser } from "@/lib/platform/database/read-sandbox";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { renderMetrics } from "@/lib/platform/metrics";
import { withSandbox } from "@/lib/platform/sandbox";
import { deleteExpiredTestKeys, openFormSession } from "@/lib/sandbox/writes";
import { writeSetting } from "@/lib/school/settings";
import { demoSchoolYears } from "@/prisma/seed-years";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail } from "@/test/support/data/factories";
import { createStaffActor } from "@/test/support/domain/decisions";
import { createTester, deliverQueuedMail, getReference, type Tester } from "@/test/support/domain/sandbox";
import { startDemoApi } from "@/test/support/servers/api";

const { api } = await startDemoApi();

type Message = { to: string; kind: string; text: string; links: string[] };
const outbox = async (tester: Tester, query = "") =>
  (await tester.get(`sandbox/outbox${query}`)).data as Message[];

test("integrators 12: a seed creates enrollments in each state, and the same people after a reset", async () => {
  const tester = await createTester(api, "seeder");
  const seed = async () =>
    (await tester.post("sandbox/seed", { count: 3, seed: "spring" })).data as {
      reference: string;
      state: string;
      emails: string[];
    }[];
  const first = await seed();
  const listed = (await tester.get("academic/enrollments?limit=200")).data as {
    state: string;
    test: boolean;
  }[];
  const states = ["pending", "accepted", "waiting", "rejected", "withdrawn"];
  for (const state of states)
    expect(listed.filter((enrollment) => enrollment.state === state && enrollment.test)).toHaveLength(3);
  expect((await tester.post("sandbox/seed", { count: 1, seed: "spring" })).status).toBe(409);
  expect((await tester.post("sandbox/seed", { count: 1, seed: "autumn" })).status).toBe(201);

  expect((await tester.post("sandbox/reset")).data).toEqual({ enrollments: 20 });
  expect((await tester.get("academic/enrollments")).data).toEqual([]);
  const again = await seed();
  expect(again.map(({ state, emails }) => [state, emails])).toEqual(
    first.map(({ state, emails }) => [state, emails]),
  );
  // In order, with one notification each.
  const waiting = again.filter(({ state }) => state === "waiting").map(({ reference }) => reference);
  const ranks = (await tester.get("academic/enrollments?state=waiting")).data as {
    reference: string;
    waiting_rank: number;
    version: number;
  }[];
  expect(ranks.map(({ reference }) => reference).toSorted()).toEqual(waiting.toSorted());
  expect(ranks.every(({ waiting_rank, version }) => waiting_rank >= 1 && version === 1)).toBe(true);
  const accepted = again.find(({ state }) => state === "accepted");
  await deliverQueuedMail(accepted?.reference);
  const recipients = (await outbox(tester, "?kind=accepted")).map(({ to }) => to);
  expect([recipients.length, accepted?.emails]).toEqual([1, expect.arrayContaining(recipients)]);
  const later = await tester.post(`sandbox/enrollments/${accepted?.reference}/decisions`, {
    state: "pending",
  });
  expect([later.status, (later.data as { version: number }).version]).toEqual([200, 2]);
  expect((await tester.post("sandbox/seed", { count: 21 })).error?.errors).toMatchObject([
    { field: "count" },
  ]);
});

test("integrators 12: school years and ages follow the sandbox's clock until a reset; each response has it", async () => {
  const [tester, other] = [await createTester(api, "traveller"), await createTester(api, "stay-at-home")];
  const readClock = async (client: Tester) => {
    const answer = await client.get("academic/school_years");
    return {
      ids: (answer.data as { id: number }[]).map(({ id }) => id),
      clock: answer.headers["sandbox-clock"],
    };
  };
  const initial = await readClock(other);
  const [, current] = demoSchoolYears(toLocalDay("Europe/Madrid"));
  const { end_school_year: last } = current as { end_school_year: string };

  expect((await tester.clock(last)).data).toEqual({ today: last });
  expect(await readClock(tester)).toEqual({ ids: initial.ids, clock: last });
  await tester.clock(addDays(last, 1));
  expect((await readClock(tester)).ids).toEqual(initial.ids.slice(1));
  expect(await readClock(other)).toEqual({ ids: initial.ids, clock: undefined });
  expect((await api.get("academic/school_years")).headers["sandbox-clock"]).toBeUndefined();

  // Born on 29 February: of age on 1 March, if it is no leap year.
  const student = { student_birth_date: "2008-02-29" };
  for (const [today, status] of [
    ["2026-02-28", 422],
    ["2026-03-01", 201],
  ] as const) {
    await tester.clock(today);
    const [year] = (await readClock(tester)).ids;
    const answer = await tester.post(
      "academic/adult_enrollment",
      anAdult({ ...student, school_year_id: year }),
    );
    expect([today, answer.status, answer.error?.errors?.map(({ field }) => field)]).toEqual([
      today,
      status,
      status === 422 ? ["student_birth_date"] : undefined,
    ]);
  }
  expect((await tester.clock("2028-02-29")).headers["sandbox-clock"]).toBe("2028-02-29");
  expect((await tester.get("academic/enrollments/AAAAAAAA")).headers["sandbox-clock"]).toBe("2028-02-29");
  expect((await tester.clock("2027-02-29")).error?.errors).toMatchObject([
    { field: "today", code: "invalid_date" },
  ]);
  expect((await tester.post("sandbox/reset")).headers["sandbox-clock"]).toBeUndefined();
  expect(await readClock(tester)).toEqual(initial);
  expect((await tester.clock(null)).data).toEqual({ today: null });
});

test("integrators 12 and 14: a tester decides as the school; the outbox has the family's mails with working links", async () => {
  const [tester, other] = [await createTester(api, "player"), await createTester(api, "listener")];
  const body = aMinor({
    guardians: 2,
    student_speciality_option1: (await seedDemoSchool()).current.specialities[0],
  });
  const reference = getReference(await tester.post("academic/minor_enrollment", body));
  const waiting = outbox(tester, `?to=${encodeURIComponent(body.guardian_email.toUpperCase())}&wait=20`);
  await deliverQueuedMail(reference);
  const [setup] = await waiting;
  expect(setup).toMatchObject({ to: body.guardian_email, kind: "guardian" });
  expect(setup?.text).toContain(reference);
  const token = setup?.links
    .find((link) => link.includes("/account-setup/"))
    ?.split("/")
    .at(-1) as string;
  const sandboxId = (await findApiKeys("player"))[0]?.id as number;
  const setupPerson = await withSandbox({ sandboxId }, () => findSetupPerson(token, new Date()));
  expect(setupPerson).toMatchObject({ email: body.guardian_email });
  expect(await findSetupPerson(token, new Date())).toBeUndefined(); // neither in another sandbox nor in the school

  const path = `sandbox/enrollments/${reference}/decisions`;
  expect((await other.post(path, { state: "accepted" })).status).toBe(404);
  expect((await tester.post(path, { state: "accepted" })).data).toMatchObject({
    reference,
    state: "accepted",
  });
  const again = await tester.post(path, { state: "accepted" });
  expect(again.error).toMatchObject({
    code: "transition_not_allowed",
    state: "accepted",
    allowed: ["withdrawn", "pending"],
    refusal: "not_allowed",
  });
  expect((await tester.post(path, { state: "withdrawn", reason: "nonsense" })).error?.errors).toMatchObject([
    { field: "reason" },
  ]);
  await deliverQueuedMail(reference);
  expect((await outbox(tester, "?kind=accepted")).map(({ to }) => to)).toContain(body.guardian_email);
  expect(await outbox(tester, "?to=nobody@example.org")).toEqual([]);
  expect(await outbox(other)).toEqual([]);
});

test("integrators 13: simulates bounces, complaints and delays by address, in sandboxes only", async () => {
  const tester = await createTester(api, "magician");
  const sent = Object.fromEntries(
    await Promise.all(
      ["bounced+one@example.org", "complained@school.example", "delayed+x@example.org", anEmail()].map(
        async (email) => [
          email.split(/[+@.]/)[0],
          getReference(await tester.post("academic/adult_enrollment", anAdult({ student_email: email }))),
        ],
      ),
    ),
  );
  const live = getReference(await api.enrollAdult(anAdult({ student_email: "bounced+one@example.org" })));
  await suspendMail("a test", new Date());
  await deliverQueuedMail();
  for (const [name, reference] of Object.entries(sent)) {
    const { data } = await tester.get(`academic/enrollments/${reference}`);
    expect((data as { emails: { state: string }[] }).emails[0]?.state).toBe(
      name === "somebody" ? "delivered" : name,
    );
  }
  const readState = async () =>
    (await prisma().mailMessage.findFirstOrThrow({ where: { enrollment: { reference: live } } })).state;
  expect(await readState()).toBe("queued"); // a sandbox does not resume mail
  await resumeMail();
  await deliverQueuedMail();
  expect(await readState()).toBe("sent");
});

test("integrators 13: a failure is simulated on request, without effects", async () => {
  const tester = await createTester(api, "simulator");
  for (const [simulated, code] of [
    ["429", "rate_limited"],
    ["500", "internal_error"],
    ["503", "unavailable"],
    ["418", "bad_request"],
    ["constructor", "bad_request"],
  ]) {
    const answer = await tester.post("academic/adult_enrollment", anAdult(), {
      "Sandbox-Simulate": simulated,
    });
    const header = code === "bad_request" ? "Sandbox-Simulate" : undefined;
    expect(answer.error).toMatchObject({ code, ...(header && { header }) });
    expect(answer.headers["retry-after"] !== undefined).toBe(simulated === "429" || simulated === "503");
  }
  expect((await tester.get("academic/enrollments")).data).toEqual([]);
  expect(await renderMetrics()).not.toMatch(/status="5/); // alerts do not count simulated errors
  const live = await api.post("academic/adult_enrollment", anAdult(), { "Sandbox-Simulate": "500" });
  expect(live.status).toBe(201);
});

test("integrators 14: a form session is opened once, by one browser, and ends with its key", async () => {
  const tester = await createTester(api, "browser");
  const { url } = (await tester.post("sandbox/form_session")).data as { url: string };
  const link = url.split("/").at(-1) as string;
  expect(await findSandboxByBrowser(link)).toBeUndefined();
  const opened = await Promise.all(Array.from({ length: 5 }, () => openFormSession(link, new Date())));
  const [token] = opened.filter((browser) => browser !== undefined);
  expect(opened.filter((browser) => browser !== undefined)).toHaveLength(1);
  await tester.clock("2028-02-29");
  expect(await findSandboxByBrowser(token as string)).toMatchObject({ today: "2028-02-29" });
  const { url: late } = (await tester.post("sandbox/form_session")).data as { url: string };
  expect(
    await openFormSession(late.split("/").at(-1) as string, new Date(Date.now() + 601_000)),
  ).toBeUndefined();
  await prisma().apiKey.updateMany({ where: { name: "browser" }, data: { revokedAt: new Date() } });
  expect(await findSandboxByBrowser(token as string)).toBeUndefined();
});

test("integrators 14: /sandbox answers 404 to live keys and 401 without a key, for any method", async () => {
  const rows = routes.flatMap((module) => Object.values(module)).flatMap(({ endpoint }) => endpoint ?? []);
  const paths = new Set(rows.map(({ path }) => path).filter((path) => path.startsWith("/api/v1/sandbox")));
  expect(paths.size).toBe(8);
  for (const path of [...paths, "/api/v1/sandbox", "/api/v1/sandbox/"]) {
    const address = path.replace("/api/v1/", "").replace("{reference}", "K7M3XQ9A");
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await api.send(method, address, {
        body: method === "GET" || method === "HEAD" ? undefined : "{",
      });
      expect([method, address, answer.status]).toEqual([method, address, 404]);
      expect(answer.headers.allow).toBeUndefined();
      const keyless = await api.send(method, address, { headers: { Authorization: "" } });
      expect(keyless.status).toBe(401);
    }
  }
});

test("integrators 6: the sandbox examples of the OpenAPI document work", async () => {
  const tester = await createTester(api, "reader");
  const { paths } = createOpenApiDocument(contract) as unknown as {
    paths: Record<string, Record<string, { requestBody: { content: Record<string, { example: object }> } }>>;
  };
  const example = (path: string, method: string) =>
    paths[`/api/v1/sandbox/${path}`]?.[method]?.requestBody.content["application/json"]?.example as {
      today: string;
    };
  const seeded = await tester.post("sandbox/seed", example("seed", "post"));
  const [pending] = seeded.data as { reference: string }[];
  const decision = example("enrollments/{reference}/decisions", "post");
  const decided = await tester.post(`sandbox/enrollments/${pending?.reference}/decisions`, decision);
  const clock = await tester.clock(example("clock", "put").today);
  expect([seeded.status, decided.status, clock.status]).toEqual([201, 200, 200]);
});

test("a body without required members can be absent; any other is 415", async () => {
  const { Authorization } = (await createTester(api, "without a body")).headers;
  const headers = { Authorization };
  const post = async (path: string) => (await api.send("POST", path, { headers })).status;
  expect([
    await post("sandbox/keys"),
    await post("sandbox/seed"),
    await post("sandbox/round"),
    await post("academic/adult_enrollment"),
  ]).toEqual([201, 201, 415, 415]);
});

test("integrators 18: a test key creates child keys, each with its own sandbox", async () => {
  const tester = await createTester(api, "family-of-keys");
  const make = (body: object) => tester.post("sandbox/keys", body);
  const [{ data: first }, { data: second }] = [await make({ ttl: 60 }), await make({})];
  const { key, expires_at } = first as { key: string; expires_at: string };
  const seconds = (new Date(expires_at).getTime() - Date.now()) / 1000;
  expect([key.slice(0, 9), seconds > 30 && seconds <= 60]).toEqual(["mat_test_", true]);
  const child = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const other = { ...child, Authorization: `Bearer ${(second as { key: string }).key}` };
  const ada = anAdult();
  const enroll = (headers: object) =>
    api.send("POST", "academic/adult_enrollment", { headers: { ...headers }, body: ada });
  expect([(await enroll(child)).status, (await enroll(other)).status, (await enroll(child)).status]).toEqual([
    201, 201, 409,
  ]);
  expect((await tester.get("academic/enrollments")).data).toEqual([]);
  const grandchild = await api.send("POST", "sandbox/keys", { headers: child, body: {} });
  expect([grandchild.status, grandchild.error?.code]).toEqual([403, "insufficient_scope"]);
  expect(grandchild.error?.message).toContain("a temporary test key, which cannot create keys");
  expect(grandchild.headers["www-authenticate"]).toBe('Bearer realm="api", error="insufficient_scope"');
  const responses = await Promise.all(Array.from({ length: 16 }, () => make({})));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(14);
  expect(responses.flatMap(({ error }) => error?.code ?? [])).toEqual(["limit_reached", "limit_reached"]);
  expect((await make({ ttl: 86_401 })).error?.errors).toMatchObject([
    { field: "ttl", code: "invalid_value" },
  ]);
  expect((await listApiKeys()).filter(({ name }) => name.startsWith("family-of-keys"))).toHaveLength(1);

  await deleteExpiredTestKeys(new Date(Date.now() + 61_000));
  expect([(await enroll(child)).status, (await enroll(other)).status]).toEqual([401, 409]);
  const findStudent = () => getPool().query("select from all_people where email = $1", [ada.student_email]);
  expect((await findStudent()).rowCount).toBe(1);
  const [parent] = await findApiKeys("family-of-keys");
  await revokeApiKey(parent?.id as number);
  expect((await enroll(other)).status).toBe(401);
  await deleteExpiredTestKeys(new Date());
  expect((await findStudent()).rowCount).toBe(0);
});

test("integrators 12, admission 12: a seeded acceptance waits for the family's answer when the school asks", async () => {
  await writeSetting("place_answer_days", 7);
  onTestFinished(() => writeSetting("place_answer_days", 0));
  const tester = await createTester(api, "confirmer");
  const { data } = await tester.post("sandbox/seed", { count: 1, seed: "answers" });
  const { reference } = (data as { reference: string; state: string }[]).find(
    ({ state }) => state === "accepted",
  ) as { reference: string };
  const confirm = () => tester.post(`academic/enrollments/${reference}/place_answer`, { answer: "kept" });
  expect([(await confirm()).status, (await confirm()).error]).toMatchObject([
    200,
    { code: "transition_not_allowed", refusal: "no_answer_open" },
  ]);
});

test("integrators 16: a seed does not wait for the live school's places", async () => {
  const { current } = await seedDemoSchool();
  const limits = current.specialities.map((specialityId) => ({ specialityId, syllabusId: null, places: 50 }));
  await setLimits({ schoolYearId: current.id, limits }, createStaffActor("admin"));
  const tester = await createTester(api, "neighbour");
  const seed = () => tester.post("sandbox/seed", { count: 2, seed: "beside" });
  const { status } = await prisma().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from places for update`;
    return seed();
  }, LONG_TRANSACTION);
  expect(status).toBe(201);
});

test("7: a wrong member of a sandbox's request gets the code that an enrollment's gets", async () => {
  const tester = await createTester(api, "mistaken");
  const { current } = await seedDemoSchool();
  const [speciality] = current.specialities as [number];
  const reference = getReference(
    await tester.post("academic/adult_enrollment", anAdult({ student_speciality_option1: speciality })),
  );
  const decisions = `sandbox/enrollments/${reference}/decisions`;
  const round = { school_year_id: current.id, number: "1" };
  const wrong: [path: string, body: object, field: string, code: string][] = [
    [decisions, {}, "state", "required"],
    [decisions, { state: null }, "state", "required"],
    [decisions, { state: " " }, "state", "required"],
    [decisions, { state: 5 }, "state", "invalid_type"],
    [decisions, { state: ["accepted"] }, "state", "invalid_type"],
    [decisions, { state: "lost" }, "state", "invalid_value"],
    [decisions, { state: "accepted", speciality_id: "1" }, "speciality_id", "invalid_type"],
    [decisions, { state: "accepted", speciality_id: 2 ** 60 }, "speciality_id", "invalid_type"],
    [decisions, { state: "accepted", speciality_id: 0 }, "speciality_id", "speciality_unavailable"],
    [decisions, { state: "accepted", speciality_id: 999 }, "speciality_id", "speciality_unavailable"],
    [decisions, { state: "accepted", syllabus_id: 2 ** 40 }, "syllabus_id", "syllabus_unavailable"],
    [decisions, { state: "accepted", syllabus_id: 999 }, "syllabus_id", "syllabus_unavailable"],
    [
      decisions,
      { state: "accepted", speciality_id: speciality, syllabus_id: 999 },
      "syllabus_id",
      "syllabus_unavailable",
    ],
    [decisions, { state: "accepted", reason: 5 }, "reason", "invalid_type"],
    [decisions, { state: "accepted", reason: "x".repeat(41) }, "reason", "too_long"],
    ["sandbox/seed", { count: "2" }, "count", "invalid_type"],
    ["sandbox/seed", { count: 1.5 }, "count", "invalid_type"],
    ["sandbox/seed", { count: 0 }, "count", "invalid_value"],
    ["sandbox/seed", { seed: 5 }, "seed", "invalid_type"],
    ["sandbox/keys", { ttl: true }, "ttl", "invalid_type"],
    ["sandbox/round", { number: "1" }, "school_year_id", "required"],
    ["sandbox/round", { ...round, school_year_id: null }, "school_year_id", "required"],
    ["sandbox/round", { ...round, school_year_id: "26" }, "school_year_id", "invalid_type"],
    ["sandbox/round", { ...round, number: null }, "number", "required"],
    ["sandbox/round", { ...round, number: "" }, "number", "required"],
    ["sandbox/round", { ...round, number: 1 }, "number", "invalid_type"],
    ["sandbox/round", { ...round, number: "1e3" }, "number", "invalid_value"],
    ["sandbox/round", { ...round, places: 5 }, "places", "invalid_type"],
    ["sandbox/round", { ...round, places: [5] }, "places", "invalid_type"],
    ["sandbox/round", { ...round, places: [{ speciality_id: speciality }] }, "places", "required"],
    ["sandbox/round", { ...round, places: [{ places: 1 }] }, "places", "required"],
    [
      "sandbox/round",
      { ...round, places: [{ syllabus_id: 999, places: 1 }] },
      "places",
      "syllabus_unavailable",
    ],
    [
      "sandbox/round",
      { ...round, places: [{ speciality_id: 999, places: 1 }] },
      "places",
      "speciality_unavailable",
    ],
    ["sandbox/round", { ...round, criteria: [{ code: "a", points: 1 }] }, "criteria", "required"],
  ];
  for (const [path, body, field, code] of wrong) {
    const { status, error } = await tester.post(path, body);
    const errors = [expect.objectContaining({ field, code, message: expect.any(String) })];
    expect([path, body, status, error?.errors]).toEqual([path, body, 422, errors]);
  }
  const both = await tester.post(decisions, { state: "accepted", speciality_id: 999, syllabus_id: 999 });
  expect(both.error?.errors?.map(({ field }) => field)).toEqual(["speciality_id", "syllabus_id"]);
  expect((await tester.clock("")).error?.errors).toMatchObject([{ field: "today", code: "required" }]);
});

test("7: null and blank text are the same as no value in an optional member of a sandbox's request", async () => {
  const tester = await createTester(api, "careful");
  const { current } = await seedDemoSchool();
  const [speciality] = current.specialities as [number];
  const enroll = async () =>
    getReference(
      await tester.post("academic/adult_enrollment", anAdult({ student_speciality_option1: speciality })),
    );
  const decide = { state: "accepted", speciality_id: null, syllabus_id: "", reason: null, words: null };
  const decided = await tester.post(`sandbox/enrollments/${await enroll()}/decisions`, decide);
  expect([decided.status, decided.data]).toMatchObject([200, { assigned_speciality_id: speciality }]);
  const waiting = await enroll();
  const places = [{ speciality_id: speciality, syllabus_id: null, places: 0 }];
  const drawn = await tester.post("sandbox/round", {
    ...{ school_year_id: current.id, number: "1", criteria: null },
    places,
  });
  expect((drawn.data as { list: object[] }).list).toMatchObject([{ reference: waiting, rank: 1 }]);
  const seeded = await tester.post("sandbox/seed", { count: null, seed: null });
  expect([seeded.status, (seeded.data as object[]).length]).toEqual([201, 5]);
  expect((await tester.post("sandbox/keys", { ttl: null })).status).toBe(201);
  const body = { to: null, kind: null, wait: null };
  expect((await api.send("GET", "sandbox/outbox", { headers: tester.headers, body })).status).toBe(200);
});

// Last, because it deletes places and reasons.
test("integrators 12: rejects a decision that the school could not make, with the reason", async () => {
  const tester = await createTester(api, "crowd");
  const { current } = await seedDemoSchool();
  const places = current.specialities.map((specialityId) => ({ specialityId, syllabusId: null, places: 0 }));
  await setLimits({ schoolYearId: current.id, limits: places }, createStaffActor("admin"));
  const path = `sandbox/enrollments/${getReference(
    await tester.post(
      "academic/adult_enrollment",
      anAdult({ student_speciality_option1: current.specialities[0] }),
    ),
  )}/decisions`;
  const listErrors = async (more = {}) =>
    (await tester.post(path, { state: "accepted", ...more })).error?.errors;
  expect(await listErrors()).toMatchObject([{ field: "words", code: "required" }]);
  const offered = (await listOfferedReasons()).filter(({ offeredFor }) => offeredFor.includes("accepted"));
  const withdrawn = offered.map(({ id: _, version, ...reason }) => ({
    ...reason,
    version: version + 1,
    offeredFor: [],
  }));
  await prisma().reason.createMany({ data: withdrawn });
  expect(await listErrors()).toMatchObject([{ field: "reason", code: "required" }]);
  const seeded = await tester.post("sandbox/seed", { count: 1, seed: "crowd" });
  expect([seeded.status, seeded.error]).toMatchObject([
    409,
    {
      code: "transition_not_allowed",
      state: "pending",
      allowed: ["accepted", "rejected", "waiting", "withdrawn"],
      refusal: "no_place",
    },
  ]);
  const left = (await tester.get("academic/enrollments")).data as object[];
  expect(left).toHaveLength(1); // only the one before: a refused seed stores nothing
});

test("integrators 11, admission 9: a sandbox's round is frozen, drawn, published and notified; the same number gives the same order", async () => {
  const tester = await createTester(api, "drawer");
  const other = await createTester(api, "another drawer");
  const { current } = await seedDemoSchool();
  const [piano, violin] = current.specialities as [number, number];
  const choices = { student_speciality_option1: piano, student_speciality_option2: violin };
  const sent = [];
  for (let index = 0; index < 5; index++)
    sent.push(getReference(await tester.post("academic/minor_enrollment", aMinor(choices))));
  const otherReference = getReference(await other.post("academic/minor_enrollment", aMinor(choices)));
  const last = sent.toSorted().at(-1) as string;
  const round = {
    school_year_id: current.id,
    number: "048275916",
    places: [
      { speciality_id: piano, places: 2 },
      { speciality_id: violin, places: 1 },
    ],
    criteria: [{ code: "resident", points: 3, references: [last] }],
  };
  expect((await tester.post("sandbox/round", { ...round, number: "48a" })).status).toBe(422);
  expect((await tester.post("sandbox/round", { ...round, school_year_id: 9999 })).status).toBe(422);
  const { code, hash, list } = (await tester.post("sandbox/round", round)).data as {
    code: string;
    hash: string;
    list: { reference: string; points: number; speciality_id: number | null; rank: number | null }[];
  };
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const file = sent
    .toSorted()
    .map((reference, index) => `${index + 1},${reference},${reference === last ? 3 : 0},\n`);
  expect(hash).toBe(digest(`position,reference,total,shares\n${file.join("")}`));
  const drawOrder = sent
    .filter((reference) => reference !== last)
    .sort((a, b) => (digest(`${code}:048275916:${a}`) < digest(`${code}:048275916:${b}`) ? -1 : 1));
  expect(list.map(({ reference }) => reference)).toEqual([last, ...drawOrder]);
  expect(list.map(({ speciality_id, rank }) => speciality_id ?? `waits ${rank}`)).toEqual([
    piano,
    piano,
    violin,
    "waits 1",
    "waits 2",
  ]);
  const readState = async (client: Tester, reference: string) =>
    ((await client.get(`academic/enrollments/${reference}`)).data as { state: string }).state;
  expect(await readState(tester, last)).toBe("accepted");
  expect(await readState(tester, drawOrder.at(-1) as string)).toBe("waiting");
  expect(await readState(other, otherReference)).toBe("pending");
  const rounds = (await tester.get(`academic/rounds?school_year_id=${current.id}`)).data;
  expect(rounds).toMatchObject([{ code, state: "closed", hash, number: "048275916" }]);
  expect((await other.get(`academic/rounds?school_year_id=${current.id}`)).data).toEqual([]);
  await numberEvents();
  const listPublished = async (client: Tester) =>
    ((await client.get("events?limit=200")).data as { type: string; data: object }[])
      .filter(({ type }) => type === "round.published")
      .map(({ data }) => data);
  const lists = ["provisional", "final"].map((list) => ({ code, school_year_id: current.id, list }));
  expect([await listPublished(tester), await listPublished(other)]).toEqual([lists, []]);
  const claim = await api.send("PUT", `academic/enrollments/${last}/merits`, {
    headers: { ...tester.headers, "Content-Type": "application/json" },
    body: { merits: ["resident"] },
  });
  expect(claim.status).toBe(409);
});
