import { readFile } from "node:fs/promises";
import { expect, test } from "../support/test";
import { PICTURE_TEXTS_FILE, readPageText, walkSteps } from "./walk-steps";

test.use({ viewport: { width: 360, height: 780 } });

test("the pages still match docs/pictures; run `npm run pictures` if they do not", async ({
  wizard,
  page,
  api,
}) => {
  const expected: Record<string, string> = JSON.parse(await readFile(PICTURE_TEXTS_FILE, "utf8"));
  const actual: Record<string, string> = {};
  await walkSteps(wizard, await api.getStudies(), async (name) => {
    actual[name] = await readPageText(page);
  });
  expect(actual).toEqual(expected);
});
