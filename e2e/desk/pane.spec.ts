import { anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ freshSchool: true, viewport: { width: 1280, height: 900 } });

const NAMES = ["Ada", "Berta", "Carla", "Dora"];

test("desk 35: an enrollment opens beside the list, is read and decided by keyboard, and closes with one step back", async ({
  page,
  context,
  school,
  api,
  database,
}) => {
  const { id: year } = await api.getCurrentYear();
  const [speciality] = await database.query<{ id: number }>(
    "select id from specialities where school_year_id = $1 order by id limit 1",
    [year],
  );
  for (const name of NAMES) {
    const body = anAdult({ student_name: name, student_speciality_option1: speciality?.id });
    expect((await api.enrollAdult({ ...body, school_year_id: year })).status).toBe(201);
  }
  await database.query("update enrollments set test = false");
  await openDesk(context, school, "secretary");
  const list = "/desk/enrollments?state=pending&sort=oldest";
  const title = page.locator("#pane-title");
  const readPageViews = () => database.query("select 1 from access_entries");
  const findRow = (name: string) => page.locator("tbody tr", { hasText: name });

  await page.goto(list);
  await page.keyboard.press("Shift+J");
  await page.getByRole("searchbox").press("j");
  await expect(page.getByRole("searchbox")).toHaveValue("j");
  await expect(title).toHaveCount(0);
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.locator("h1").click();

  await page.keyboard.press("j");
  await expect(title).toContainText("Ada");
  await expect(title).toBeFocused();
  await expectAccessible(page, "pane");
  await expectNoHorizontalScroll(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await expect(title).toContainText("Berta");
  await expect(findRow("Ada").getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("k");
  await expect(title).toContainText("Ada");
  expect(await readPageViews()).toHaveLength(2); // nothing is logged before it is opened
  await page.goBack();
  await expect(title).toHaveCount(0);
  await expect(findRow("Ada").getByRole("link")).toBeFocused();
  await expect(findRow("Ada").getByRole("checkbox")).toBeChecked();

  // The day's first acceptance needs the preview page, which returns to the pane.
  await findRow("Ada").getByRole("link").click();
  await expect(title).toContainText("Ada");
  await page.keyboard.press("a");
  await expect(page.locator("h1")).toContainText("Aceptar a Ada");
  await page.getByRole("button", { name: "Decidir y abrir la siguiente" }).click();
  await expect(title).toContainText("Berta");
  await page.keyboard.press("a");
  await expect(title).toContainText("Carla");
  await expect(page.locator("aside [role=status]")).toContainText("La decisión está guardada");
  await page.keyboard.press("w");
  await expect(page.locator("aside article")).toContainText("Carla");
  await page.keyboard.press("Enter");
  await expect(title).toContainText("Dora");
  const states = await database.query<{ decided_state: string }>(
    "select decided_state from enrollments order by created_at",
  );
  expect(states.map((state) => state.decided_state)).toEqual(["accepted", "accepted", "waiting", "pending"]);

  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("link").click();
  await page.getByRole("button", { name: "Apagar los atajos" }).click();
  await expect(page.locator("main [role=status]:not(:empty)")).toBeVisible();
  await page.goto(list);
  await page.keyboard.press("j");
  await page.setViewportSize({ width: 360, height: 740 });
  await findRow("Dora").getByRole("link").click();
  await expect(page.locator("h1")).toContainText("Dora"); // the full page, as there is no room for the pane
});
