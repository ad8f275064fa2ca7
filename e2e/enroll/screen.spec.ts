import { answersOf } from "../support/answers";
import { expectRoomForSpacing } from "../support/beyond-axe";
import { aDetailedMinor } from "../support/people";
import { expectNoSidewaysScroll, expectTargetsOfSize } from "../support/screen";
import { test } from "../support/test";
import { requiredOfMinors } from "../support/wrong-answers";

const screens = {
  "320 px wide": { viewport: { width: 320, height: 640 } },
  // 1280 × 1024 at 400 % leaves this many CSS pixels (WCAG 1.4.10).
  "at 400 % zoom": { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
};

for (const [screen, options] of Object.entries(screens)) {
  test.describe(screen, () => {
    test.use(options);

    test(`the whole journey ${screen}, without sideways scrolling, also with wider letters, words and lines (35, 1.4.12)`, async ({
      wizard,
      page,
      api,
    }) => {
      const minor = aDetailedMinor(await api.studies());
      minor.guardian_surname = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
      const answers = answersOf(minor);
      await page.goto(wizard.url());
      await expectNoSidewaysScroll(page);
      await wizard.start();
      await wizard.walkTo("check", minor, async () => {
        await expectNoSidewaysScroll(page);
        if (requiredOfMinors.includes(wizard.step())) await wizard.continueInVain();
        await expectNoSidewaysScroll(page);
        await expectRoomForSpacing(page, wizard.step());
        await expectTargetsOfSize(page);
        await wizard.answer(answers);
      });
      await expectNoSidewaysScroll(page);
      await expectRoomForSpacing(page, "check answers");
      await wizard.send();
      await expectNoSidewaysScroll(page);
    });
  });
}
