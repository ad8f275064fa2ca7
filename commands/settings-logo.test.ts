import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { getSchoolContact } from "@/lib/school/queries";
import { runInProcess } from "@/test/support/processes/command";
import { createTestFolder } from "@/test/support/processes/test-folder";
import { settings } from "./settings";

const folder = await createTestFolder();

const setLogo = async (bytes: Uint8Array | string) => {
  const file = path.join(folder, "logo");
  await writeFile(file, bytes);
  return runInProcess(settings, "logo", file);
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><path d="M0 0h9"/></svg>';

test("desk 30: a logo is an SVG or a PNG, stored byte for byte under its own address until it is removed", async () => {
  expect(await setLogo(SVG)).toMatchObject({ code: 0, stdout: "The logo is an SVG of 300 by 100.\n" });
  const { logo } = await getSchoolContact();
  expect(logo).toMatchObject({ src: expect.stringMatching(/logo-[0-9a-f]{16}\.svg$/), width: 300 });
  const png = await readFile("public/icon-192.png");
  expect((await setLogo(png)).stdout).toBe("The logo is a PNG of 192 by 192.\n");
  const stored = await prisma().schoolLogo.findUniqueOrThrow({ where: { id: 1 } });
  expect(Buffer.from(stored.bytes).equals(png)).toBe(true);
  expect((await getSchoolContact()).logo?.src).not.toBe(logo?.src);

  const refused = [
    [SVG.replace("<path", '<path onclick="x"'), "as an SVG it runs something onclick"],
    [png.subarray(0, 40), "breaks off"],
    [Buffer.alloc(200_001, 32), "larger than 200 kB"],
    [Uint8Array.of(0xff, 0xd8, 0xff), "written in UTF-8"],
  ] as const;
  for (const [bytes, why] of refused) {
    const { code, stderr } = await setLogo(bytes);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
  }
  expect((await getSchoolContact()).logo?.width).toBe(192);
  await runInProcess(settings, "remove-logo");
  expect(await getSchoolContact()).not.toHaveProperty("logo");
});

test("desk 30: a colour is #rrggbb, in either case; others are refused, and the default needs no style sheet", async () => {
  expect((await runInProcess(settings, "set", "school_color", "red")).stderr).toContain("such as #0b5d5a");
  await runInProcess(settings, "set", "school_color", "#C8102E");
  expect((await getSchoolContact()).style).toBe("/school/color-c8102e.css?2");
  await runInProcess(settings, "set", "school_color", "#0b5d5a");
  expect(await getSchoolContact()).not.toHaveProperty("style");
});
