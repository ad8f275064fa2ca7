import { createHash } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import type { Bytes, Picture } from "./read-picture";

const columns = {
  name: true,
  code: true,
  type: true,
  sha256: true,
  width: true,
  height: true,
  altEs: true,
  altCa: true,
  altEn: true,
} satisfies Prisma.SpecialityPictureSelect;

type Row = Prisma.SpecialityPictureGetPayload<{ select: typeof columns }>;

/** What a page shows a picture with. */
type ShownPicture = { src: string; width: number; height: number; alt: string };

/** Of which speciality a picture is: of the one with its code, else with its name, in every school year. */
type Pictured = { name: string; code: string | null };

/** Every speciality's picture, without its bytes. */
const stored = createCache("speciality pictures", "settings", () =>
  prisma().specialityPicture.findMany({ select: columns }),
);

/** Finds specialities' pictures, described in a language; undefined of one that has none. */
export async function createPictureLookup(
  locale: Locale,
): Promise<(of: Pictured) => ShownPicture | undefined> {
  const rows = await stored();
  return (of) => {
    const row = find(rows, of);
    return (
      row && { src: `/school/${fileOf(row)}`, width: row.width, height: row.height, alt: altOf(row)[locale] }
    );
  };
}

/** What is written of a speciality's picture in each language; undefined where it has none. */
export async function getPictureAlt(of: Pictured): Promise<Record<Locale, string> | undefined> {
  const row = find(await stored(), of);
  return row && altOf(row);
}

/** A picture as it is served, by the name of its file; undefined where there is none. */
export async function readPictureFile(
  file: string,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const row = (await stored()).find((row) => fileOf(row) === file);
  if (!row) return;
  const { sha256, type } = row;
  const found = await prisma().specialityPicture.findFirst({ where: { sha256 }, select: { bytes: true } });
  return found ? { type: `image/${type}`, bytes: found.bytes } : undefined;
}

/** What the record says of a picture: the name of its file, and its description. */
type PictureFacts = { file: string; described: string };

/** What a speciality's picture was, and is. */
export type PictureChange = { before: PictureFacts | undefined; after: PictureFacts | undefined };

/**
 * Gives a speciality a picture, or the one it has other words.
 *
 * @returns what became of it; undefined without a picture where there was none
 */
export async function savePicture(
  tx: Prisma.TransactionClient,
  { name, code }: Pictured,
  words: Record<Locale, string>,
  picture: Picture | undefined,
): Promise<PictureChange | undefined> {
  const before = await takeStoredPicture(tx, { name, code });
  const shown = picture ? { ...picture, bytes: picture.bytes, sha256: hashOf(picture.bytes) } : before;
  if (!shown) return;
  const { type, bytes, sha256, width, height } = shown;
  const alts = { altEs: words.es, altCa: words.ca, altEn: words.en };
  const data = { name, code, type, bytes, sha256, width, height, ...alts };
  await tx.specialityPicture.create({ data, select: { id: true } });
  return { before: factsOf(before), after: factsOf(data) };
}

/** Takes a speciality's picture away. @returns what it was; undefined where it had none */
export async function deletePicture(
  tx: Prisma.TransactionClient,
  of: Pictured,
): Promise<PictureChange | undefined> {
  const before = await takeStoredPicture(tx, of);
  return before && { before: factsOf(before), after: undefined };
}

const factsOf = (row: Row | undefined): PictureFacts | undefined =>
  row && { file: fileOf(row), described: Object.values(altOf(row)).join(" · ") };

/** The picture that a speciality had, out of the table; whoever writes another one waits. */
async function takeStoredPicture(tx: Prisma.TransactionClient, { name, code }: Pictured) {
  await tx.$executeRaw`lock table speciality_pictures in share row exclusive mode`;
  const where = { OR: [{ name }, ...(code === null ? [] : [{ code }])] };
  const rows = await tx.specialityPicture.findMany({ where });
  await tx.specialityPicture.deleteMany({ where });
  return find(rows, { name, code });
}

const find = <T extends Pictured>(rows: T[], { name, code }: Pictured): T | undefined =>
  (code === null ? undefined : rows.find((row) => row.code === code)) ??
  rows.find((row) => row.name === name);

const altOf = ({ altEs: es, altCa: ca, altEn: en }: Row): Record<Locale, string> => ({ es, ca, en });

const fileOf = ({ sha256, type }: Pick<Row, "sha256" | "type">) => `picture-${sha256.slice(0, 16)}.${type}`;

const hashOf = (bytes: Bytes) => createHash("sha256").update(bytes).digest("hex");
