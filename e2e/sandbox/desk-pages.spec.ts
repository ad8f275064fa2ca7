import { Desk } from "@/clients/playwright/desk";
import { runCommand, DeskPages as StaffPages, VALID_PASSWORD } from "../support/pages/desk-pages";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

const email = "secretaria@example.org";

test("integrators 15: the Playwright package signs in at the desk, decides there and takes it back", async ({
  page,
  context,
  school,
  database,
}) => {
  const link = await runCommand(school, "staff", "invite", email, "--role", "admin");
  await school.enrollFamilies?.(2);
  const [code = ""] = await new StaffPages(page).acceptInvitation(link, { name: "Marta Vila", email });
  await context.clearCookies();

  const desk = new Desk(page, school.url);
  await desk.signIn(email, VALID_PASSWORD, () => code);
  await desk.list("pending");
  const [reference = "", ...others] = await desk.references();
  expect(others).toHaveLength(1);
  await desk.decide(reference, "rejected", { reason: "other", inside: "Prueba" });
  await expect.poll(countStates).toEqual({ pending: 1, rejected: 1 });
  await desk.undo(reference);
  await expect.poll(countStates).toEqual({ pending: 2 });

  async function countStates() {
    const rows = await database.query<{ state: string; count: number }>(
      "select decided_state::text as state, count(*)::int from enrollments group by decided_state",
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
});
