import { readFile } from "node:fs/promises";
import { expect, test } from "../support/test";
import { PICTURE_TEXTS_FILE, readPageText, walkSteps } from "./walk-steps";

test.use({ viewport: { width: 360, height: 780 } });

test("no page that docs/pictures shows says anything else since: otherwise `npm run pictures`", async ({
  wizard,
  page,
  api,
}) => {
  const shown: Record<string, string> = JSON.parse(await readFile(PICTURE_TEXTS_FILE, "utf8"));
  const now: Record<string, string> = {};
  await walkSteps(wizard, await api.studies(), async (what) => {
    now[what] = await readPageText(page);
  });
  expect(now).toEqual(shown);
});
