import { readFile } from "node:fs/promises";
import { expect, test } from "../support/test";
import { PICTURE_TEXTS_FILE, readPageText, walkPages } from "./walk-pages";

test.use({ freshSchool: true });

test("the pages still match docs/pictures; run `npm run pictures` if they do not", async ({
  page,
  wizard,
  api,
  school,
}) => {
  const actual: Record<string, string> = {};
  await walkPages({ page, wizard, api, school }, async (name) => {
    actual[name] = await readPageText(page);
  });
  expect(actual).toEqual(JSON.parse(await readFile(PICTURE_TEXTS_FILE, "utf8")));
});
