import { toFormInput } from "../support/answers";
import { expectFocusVisible, expectTargetSize, expectTextSpacing } from "../support/checks/focus-and-targets";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { aMinorForLayout } from "../support/people";
import { test } from "../support/test";
import { requiredMinorSteps } from "../support/wrong-answers";

test.use({ viewport: { width: 320, height: 640 } });

/** WCAG 1.4.10: 1280 × 1024 at 400 % zoom, in CSS pixels. */
const ZOOMED = { width: 320, height: 256 };

test("all steps fit 320 px and 400 % zoom without horizontal scrolling, also with wider text spacing; on a phone focus is visible and targets are large (35, 1.4.12, 2.4.11, 2.5.8)", async ({
  wizard,
  page,
  api,
}) => {
  const minor = aMinorForLayout("screen", await api.getStudies());
  minor.guardian_surname = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
  const answers = toFormInput(minor);
  const phone = page.viewportSize() ?? ZOOMED;
  await page.goto(wizard.url());
  await expectFits("start page");
  await expectReachable("start page");
  await wizard.start();
  await wizard.walkTo("check", minor, async () => {
    await expectNoHorizontalScroll(page);
    if (requiredMinorSteps.includes(wizard.step())) await wizard.expectErrors();
    await expectFits(wizard.step());
    await wizard.answer(answers);
    await expectReachable(wizard.step());
  });
  await expectFits("check answers");
  await wizard.expectErrors();
  await expectReachable("check answers");
  await wizard.submit();
  await expectFits("done");
  await expectTargetSize(page, "done");

  async function expectReachable(where: string) {
    await page.setViewportSize({ width: 360, height: 640 });
    await expectFocusVisible(page, where);
    await expectTargetSize(page, where);
    await page.setViewportSize(phone);
  }

  async function expectFits(where: string) {
    for (const size of [ZOOMED, phone]) {
      await page.setViewportSize(size);
      await expectNoHorizontalScroll(page);
      await expectTextSpacing(page, where);
      await expectTouchSizes(page);
    }
  }
});
