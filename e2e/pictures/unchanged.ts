import { readFile } from "node:fs/promises";
import { expect, test } from "../support/test";
import { WORDS, walk, wordsOn } from "./walk";

test.use({ viewport: { width: 360, height: 780 } });

test("no page that docs/pictures shows says anything else since: otherwise `npm run pictures`", async ({
  wizard,
  page,
  api,
}) => {
  const shown: Record<string, string> = JSON.parse(await readFile(WORDS, "utf8"));
  const now: Record<string, string> = {};
  await walk(wizard, await api.studies(), async (what) => {
    now[what] = await wordsOn(page);
  });
  expect(now).toEqual(shown);
});
