import { expect, test } from "vitest";
import { GET } from "@/app/school/[file]/route";
import { removePicture, setPicture } from "@/lib/desk/settings/verbs";
import { staffRoles } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { createPictureLookup } from "@/lib/school/pictures";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aJpeg, aPng } from "@/test/support/data/images";
import { createStaffActor } from "@/test/support/domain/decisions";
import { startApi } from "@/test/support/servers/api";

const admin = createStaffActor("admin");
const altTexts = { alt_es: "Un violín", alt_ca: "Un violí", alt_en: "A violin" };

await seedDemoSchool();
const where = { name: "Violín" };
const violins = await prisma().speciality.findMany({ where, select: { id: true, name: true, code: true } });

const findPicture = async (speciality = violins[0]) =>
  speciality && (await createPictureLookup("ca"))(speciality);
const readServed = (src = "") =>
  GET(new Request("http://school.example"), {
    params: Promise.resolve({ file: src.split("/").at(-1) ?? "" }),
  });

test("families 41: a picture belongs to its speciality in every year, described in each language, with an address of its own", async () => {
  const [first, , last] = violins as [(typeof violins)[0], unknown, (typeof violins)[0]];
  await setPicture({ speciality: String(first.id), picture: aPng(), ...altTexts }, admin);
  const shown = await findPicture(last);
  expect(shown).toMatchObject({ width: 96, height: 64, alt: "Un violí" });
  const { status, headers, ...answer } = await readServed(shown?.src).then(async (response) => ({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  }));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  expect(answer.bytes).toEqual(aPng());

  await setPicture({ speciality: String(last.id), ...altTexts, alt_ca: "Un violí vell" }, admin);
  expect(await findPicture()).toEqual({ ...shown, alt: "Un violí vell" });
  expect(await findPicture({ ...first, name: "Violí" })).toEqual(await findPicture()); // its code is the same
  expect(await findPicture({ id: 0, name: "Viola", code: "VLA" })).toBeUndefined();

  await setPicture({ speciality: String(last.id), picture: aJpeg(), ...altTexts }, admin);
  expect((await findPicture())?.src).toMatch(/\.jpeg$/);
  expect((await readServed(shown?.src)).status).toBe(404);
  await removePicture({ speciality: String(first.id) }, admin);
  expect(await findPicture(last)).toBeUndefined();
  expect(await prisma().specialityPicture.count()).toBe(0);
});

test("families 41: only an administrator sets a picture; a refusal changes nothing; the record has the member", async () => {
  const [first] = violins as [(typeof violins)[0]];
  const before = await prisma().auditEntry.count();
  const input = { speciality: String(first.id), picture: aPng(), ...altTexts };
  for (const role of staffRoles.filter((role) => role !== "admin")) {
    await expect(setPicture(input, createStaffActor(role))).rejects.toThrow("no_right");
    await expect(removePicture(input, createStaffActor(role))).rejects.toThrow("no_right");
  }
  await expect(setPicture({ ...input, picture: undefined }, admin)).rejects.toThrow("picture: required");
  await expect(setPicture({ ...input, picture: Buffer.from("GIF89a") }, admin)).rejects.toThrow(
    "picture: kind",
  );
  await expect(setPicture({ ...input, alt_en: " " }, admin)).rejects.toThrow("alt_en: required");
  await expect(setPicture({ ...input, speciality: "0" }, admin)).rejects.toThrow();
  await removePicture(input, admin); // it has none
  expect(await prisma().auditEntry.count()).toBe(before);
  expect(await prisma().specialityPicture.count()).toBe(0);

  const after = await prisma().auditEntry.aggregate({ _max: { id: true } });
  await Promise.all([setPicture(input, admin), setPicture({ ...input, picture: aJpeg() }, admin)]);
  const file = (await createPictureLookup("es"))(first)?.src.replace("/school/", "");
  await setPicture({ ...input, picture: undefined, alt_en: "An old violin" }, admin);
  await removePicture(input, admin);
  const entries = await prisma().auditEntry.findMany({
    where: { id: { gt: after._max.id ?? 0n } },
    orderBy: { id: "asc" },
    select: {
      actorKind: true,
      action: true,
      objectId: true,
      values: { orderBy: { name: "desc" }, select: { name: true, old: true, new: true } },
    },
  });
  const [altText, newAltText] = ["Un violín · Un violí · A violin", "Un violín · Un violí · An old violin"];
  const entry = { actorKind: "staff", objectId: "Violín" };
  expect(entries.slice(0, 2)).toMatchObject([
    {
      ...entry,
      action: "picture_set",
      values: [
        { name: "file", old: null },
        { old: null, new: altText },
      ],
    },
    { ...entry, action: "picture_set", values: [{ name: "file", new: file }] }, // the second of the two
  ]);
  expect(entries.slice(2)).toEqual([
    { ...entry, action: "picture_set", values: [{ name: "described", old: altText, new: newAltText }] },
    {
      ...entry,
      action: "picture_removed",
      values: [
        { name: "file", old: file, new: null },
        { name: "described", old: newAltText, new: null },
      ],
    },
  ]);
});

test("families 41: integrators and sandboxes read specialities as before", async () => {
  const [first] = violins as [(typeof violins)[0]];
  const api = await startApi();
  try {
    const year = await prisma().speciality.findUniqueOrThrow({
      where: { id: first.id },
      select: { schoolYearId: true },
    });
    const read = async () =>
      (await api.get(`academic/specialities?school_year_id=${year.schoolYearId}`)).text;
    const before = await read();
    await setPicture({ speciality: String(first.id), picture: aPng(), ...altTexts }, admin);
    expect(await read()).toEqual(before);
    expect(before).not.toContain("picture");
  } finally {
    await api.stop();
  }
});
