import { aMinor } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { expect, test } from "../support/test";

test("W8: an error disappears when its field is correct, and no new field is validated before Continue", async ({
  wizard,
  page,
}) => {
  await wizard.skipTo("guardian-contact", aMinor());
  await wizard.answer({ guardian_email: "berta", guardian_phone: "", guardian_city: "Girona" });
  await wizard.expectErrors();
  const findError = (field: string) => page.locator(`#${field}-error`);
  await expect(findError("guardian_email")).toBeVisible();
  await expect(findError("guardian_phone")).toBeVisible();
  const previousCount = await wizard.errors.count();

  await wizard.control("guardian_city").fill("");
  await wizard.control("guardian_email").fill("berta@example.org");
  await expect(findError("guardian_email")).toHaveCount(0);
  await expect(wizard.control("guardian_email")).not.toHaveAttribute("aria-invalid", "true");
  await expect(wizard.control("guardian_email"), "the summary takes nobody's focus").toBeFocused();
  await expect(wizard.errors).toHaveCount(previousCount - 1);
  await expect(findError("guardian_phone")).toBeVisible();
  await expect(findError("guardian_city"), "not before Continue").toHaveCount(0);

  await wizard.control("guardian_email").fill("berta@");
  await expect(findError("guardian_email")).toBeVisible();
});

/** Too long for a line at 320 px. */
const [MISTYPED, CORRECTED] = ["bertafernandezgomezpuig@gmial.com", "bertafernandezgomezpuig@gmail.com"];

test("W15: suggests a correction of a mistyped domain, and accepts it unchanged the second time", async ({
  wizard,
  page,
}) => {
  const minor = aMinor();
  await wizard.skipTo("guardian-contact", minor);
  await wizard.fill("guardian_email", MISTYPED);
  await wizard.control("guardian_phone").focus();
  await expect(page.getByRole("button", { name: CORRECTED }), "before Continue").toBeVisible();
  await wizard.answer({ ...toFormInput(minor), guardian_email: MISTYPED });
  await wizard.expectErrors();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoHorizontalScroll(page);
  await expect(wizard.errors).toContainText(`¿Querías escribir ${CORRECTED}?`);
  await page.getByRole("button", { name: `¿Querías escribir ${CORRECTED}?` }).click();
  await expect(wizard.control("guardian_email")).toHaveValue(CORRECTED);
  await wizard.control("guardian_email").fill(MISTYPED);
  await wizard.continue();
  await page.goto("/enroll/guardian-contact");
  await expect(wizard.control("guardian_email")).toHaveValue(MISTYPED);
  await wizard.continue();
});
