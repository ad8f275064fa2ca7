import { expect, test } from "vitest";
import { readSettingDetails } from "@/lib/desk/settings/queries";
import { changeSetting } from "@/lib/desk/settings/verbs";
import es from "@/lib/i18n/messages/es.json";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettingControl, settingNames } from "@/lib/school/settings";
import { aMember, commandActor } from "@/test/support/domain/staff";
import { formatCountries, parseCountries } from "./countries";

test("desk 30: every option of a setting has a text", () => {
  const options: Record<string, Record<string, string>> = es.desk.settings.options;
  for (const name of settingNames) {
    const control = getSettingControl(name);
    if (control.kind === "choice")
      expect(Object.keys(options[name] ?? {}).sort(), name).toEqual([...control.options].sort());
  }
});

test("desk 30: shows the last change of a setting, made by page or command", async () => {
  const { actor, id } = await aMember("admin");
  await changeSetting({ name: "answer_within_days", text: "20" }, commandActor);
  await changeSetting({ name: "answer_within_days", text: "30", was: "20" }, actor);
  const { text, last } = (await readSettingDetails(actor)).settings.get("answer_within_days") ?? {};
  const { name } = await prisma().staffMember.findUniqueOrThrow({ where: { id } });
  expect({ text, last }).toMatchObject({ text: "30", last: { by: "staff", name, old: "20" } });
});

test("desk 12: of two concurrent changes of a setting the slower is refused with the current value", async () => {
  const { actor } = await aMember("admin");
  const change = (text: string) => changeSetting({ name: "setup_link_days", text, was: "7" }, actor);
  const outcomes = await Promise.allSettled([change("3"), change("5")]);
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const { value } = await prisma().setting.findUniqueOrThrow({ where: { key: "setup_link_days" } });
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(refused).toMatchObject({ field: "setup_link_days", now: String(value), by: { by: "staff" } });
});

test("desk 30: countries are typed as names in the page's language or as codes", () => {
  expect(parseCountries("españa\nFRANCIA, pt\n", "es")).toEqual({ codes: ["es", "fr", "pt"] });
  expect(parseCountries("Alemanya\nNarnia", "ca")).toEqual({ codes: ["de"], unknown: "Narnia" });
  const all = formatCountries(["es", "de", "pt"], "en");
  expect(all).toEqual(["Germany", "Portugal", "Spain"]);
});
