import { answersOf } from "../support/answers";
import { expectRoomForSpacing } from "../support/beyond-axe";
import { aDetailedMinor } from "../support/people";
import { expectNoSidewaysScroll, expectTargetsOfSize } from "../support/screen";
import { test } from "../support/test";
import { requiredOfMinors } from "../support/wrong-answers";

test.use({ viewport: { width: 320, height: 640 } });

/** 1280 × 1024 at 400 % leaves this many CSS pixels (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };

test("the whole journey 320 px wide and at 400 % zoom, without sideways scrolling, also with wider letters, words and lines (35, 1.4.12)", async ({
  wizard,
  page,
  api,
}) => {
  const minor = aDetailedMinor(await api.studies());
  minor.guardian_surname = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
  const answers = answersOf(minor);
  const phone = page.viewportSize() ?? zoomed;
  await page.goto(wizard.url());
  await expectToFit("start page");
  await wizard.start();
  await wizard.walkTo("check", minor, async () => {
    await expectNoSidewaysScroll(page);
    if (requiredOfMinors.includes(wizard.step())) await wizard.continueInVain();
    await expectToFit(wizard.step());
    await wizard.answer(answers);
  });
  await expectToFit("check answers");
  await wizard.send();
  await expectToFit("done");

  async function expectToFit(where: string) {
    for (const size of [zoomed, phone]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectRoomForSpacing(page, where);
      await expectTargetsOfSize(page);
    }
  }
});
