import { createHash } from "node:crypto";
import { aMinor } from "@/test/factories";
import { schoolYears } from "@/test/school-years";
import { expect, test } from "../support/test";

test("admission 3, 4 and 7: a round's page needs no account, shows one's own line, and the browser comes to the same order", async ({
  school,
  page,
}) => {
  const send = async (key: string, path: string, body: unknown) => {
    const answer = await fetch(`${school.url}/api/v1/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.ok, path).toBe(true);
    return { data: ((await answer.json()) as { data: never }).data, headers: answer.headers };
  };
  const { data: made } = await send(process.env.E2E_TEST_KEY as string, "sandbox/keys", { ttl: 600 });
  const { key } = made as { key: string };
  const year = schoolYears().current;
  const [{ id: speciality }] = (await (
    await fetch(`${school.url}/api/v1/academic/specialities?school_year_id=${year}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
  )
    .json()
    .then(({ data }) => data)) as [{ id: number }];
  const references: string[] = [];
  for (let at = 0; at < 4; at++) {
    const { headers } = await send(
      key,
      "academic/minor_enrollment",
      aMinor({ student_speciality_option1: speciality }),
    );
    references.push(headers.get("enrollment-reference") as string);
  }
  const { data: drawn } = await send(key, "sandbox/round", {
    school_year_id: year,
    number: "007310482",
    places: [{ speciality_id: speciality, places: 2 }],
  });
  const { code, hash } = drawn as { code: string; hash: string };
  const { data: session } = await send(key, "sandbox/form_session", undefined);
  await page.goto((session as { url: string }).url);

  await page.goto(`${school.url}/admission/${code}`);
  await expect(page.getByText("007 310 482")).toBeVisible();
  const number = (reference: string) =>
    createHash("sha256").update(`${code}:007310482:${reference}`).digest("hex");
  const order = references.toSorted((one, other) => (number(one) < number(other) ? -1 : 1));
  await expect(page.locator("tbody th")).toHaveText(order);
  const list = await page.request.get(`${school.url}/admission/${code}/list.csv`);
  expect(
    createHash("sha256")
      .update(await list.body())
      .digest("hex"),
  ).toBe(hash);

  await page.getByLabel("Tu referencia").fill(order[2]?.toLowerCase() ?? "");
  await page.getByRole("button", { name: "Ver mi línea" }).click();
  await expect(page.getByText("3.ª de 4")).toBeVisible();
  await expect(page.getByText(number(order[2] as string))).toBeVisible();
  await page.getByRole("button", { name: "Repetir el cálculo aquí" }).click();
  await expect(page.getByRole("status")).toHaveText("Sale lo mismo: la huella y el orden de las 4 líneas.");
  await page.goto(`${school.url}/admission/none`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Esta página no existe");
});
