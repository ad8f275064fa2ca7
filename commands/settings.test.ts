import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { runInProcess, runScript } from "@/test/support/processes/command";
import { startApi } from "@/test/support/servers/api";
import { settings } from "./settings";

const setting = (...args: string[]) => runInProcess(settings, ...args);

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test.each([
  ["allow_minors_without_email", "true", "true"],
  ["supported_countries", "es, fr,es", "es,fr"],
  ["supported_countries", "all", "all"],
  ["time_zone", "America/Mexico_City", "America/Mexico_City"],
  ["terms_url", "https://school.example/terms", "https://school.example/terms"],
])("`setting set %s %s` is read back as %s", async (name, value, shown) => {
  expect(await setting("set", name, value)).toMatchObject({ code: 0, stderr: "" });
  expect((await setting("get", name)).stdout).toBe(`${shown}\n`);
  expect((await setting("list")).stdout).toContain(`${name} = ${shown}\n`);
});

test("desk 30, 31: changing a setting writes an audit entry with the old value; an equal value writes none", async () => {
  const entries = () =>
    prisma().auditEntry.findMany({
      where: { objectId: "answer_within_days" },
      orderBy: { id: "asc" },
      select: {
        actorKind: true,
        action: true,
        objectKind: true,
        values: { select: { name: true, old: true, new: true } },
      },
    });
  for (const days of ["20", "20", "30"]) await setting("set", "answer_within_days", days);
  await setting("set", "answer_within_days", "none");
  const entry = { actorKind: "command", action: "setting_changed", objectKind: "setting" };
  expect(await entries()).toEqual([
    { ...entry, values: [{ name: "value", old: "15", new: "20" }] },
    { ...entry, values: [{ name: "value", old: "20", new: "30" }] },
  ]);
});

test("2.7: a running server sees a change", async () => {
  expect(await runScript("settings", ["set", "supported_countries", "es,pt"])).toMatchObject({ code: 0 });
  const countries = async () => {
    const response = await fetch(`${api.base}/api/v1/general/countries`, {
      headers: { Authorization: `Bearer ${api.key}` },
    });
    return ((await response.json()) as { data: string[] }).data;
  };
  await vi.waitFor(async () => expect(await countries()).toEqual(["es", "pt"]), { timeout: 30_000 });
});

test.each([
  [["set", "allow_minors_without_email", "yes"], "allow_minors_without_email must be true or false."],
  [["set", "supported_countries", "es,xx"], "lower-case ISO 3166-1 alpha-2"],
  [["set", "supported_countries", "ES"], "lower-case ISO 3166-1 alpha-2"],
  [["set", "supported_countries", ","], "at least one country"],
  [["set", "time_zone", "Mars/Olympus"], "IANA time zone"],
  [["set", "terms_url", "javascript:alert(1)"], "http or https URL"],
  [["set", "default_locale", "fr"], "es, ca or en"],
  [["set", "school_name", " "], "must not be blank"],
  [["set", "answer_within_days", "-1"], "answer_within_days must be"],
  [["set", "answer_within_days", "--", "-1"], "answer_within_days must be"],
  [["set", "nope", "1"], "There is no setting"],
  [["get", "constructor"], "There is no setting"],
  [["set", "time_zone"], "VALUE is missing"],
])("a wrong value is refused with a message: %j", async (args, message) => {
  const { code, stdout, stderr } = await setting(...args);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("");
  expect(code).toBe(1);
});
