import { createHash } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import type { Picture } from "./read-picture";

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

type DisplayedPicture = { src: string; width: number; height: number; alt: string };

/** The speciality of a picture: matched by code, else by name, in every school year. */
type SpecialityKey = { name: string; code: string | null };

const getStoredPictures = createCache("speciality pictures", "settings", () =>
  prisma().specialityPicture.findMany({ select: columns }),
);

/** Returns a function that finds a speciality's picture with its description in a language. */
export async function createPictureLookup(
  locale: Locale,
): Promise<(speciality: SpecialityKey) => DisplayedPicture | undefined> {
  const rows = await getStoredPictures();
  return (speciality) => {
    const row = findRow(rows, speciality);
    return (
      row && {
        src: `/school/${getFileName(row)}`,
        width: row.width,
        height: row.height,
        alt: getAlt(row)[locale],
      }
    );
  };
}

export async function getPictureAlt(speciality: SpecialityKey): Promise<Record<Locale, string> | undefined> {
  const row = findRow(await getStoredPictures(), speciality);
  return row && getAlt(row);
}

export async function readPictureFile(
  file: string,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const row = (await getStoredPictures()).find((row) => getFileName(row) === file);
  if (!row) return;
  const { sha256, type } = row;
  const picture = await prisma().specialityPicture.findFirst({ where: { sha256 }, select: { bytes: true } });
  return picture ? { type: `image/${type}`, bytes: picture.bytes } : undefined;
}

type PictureFacts = { file: string; described: string };

type PictureChange = { before: PictureFacts | undefined; after: PictureFacts | undefined };

/** Saves a speciality's picture, or only its description. @returns the change; undefined without a picture */
export async function savePicture(
  tx: Prisma.TransactionClient,
  { name, code }: SpecialityKey,
  descriptions: Record<Locale, string>,
  picture: Picture | undefined,
): Promise<PictureChange | undefined> {
  const previous = await takeStoredPicture(tx, { name, code });
  const current = picture ? { ...picture, bytes: picture.bytes, sha256: hashBytes(picture.bytes) } : previous;
  if (!current) return;
  const { type, bytes, sha256, width, height } = current;
  const alts = { altEs: descriptions.es, altCa: descriptions.ca, altEn: descriptions.en };
  const data = { name, code, type, bytes, sha256, width, height, ...alts };
  await tx.specialityPicture.create({ data, select: { id: true } });
  return { before: toFacts(previous), after: toFacts(data) };
}

/** Deletes a speciality's picture. @returns the change; undefined without a picture */
export async function deletePicture(
  tx: Prisma.TransactionClient,
  speciality: SpecialityKey,
): Promise<PictureChange | undefined> {
  const previous = await takeStoredPicture(tx, speciality);
  return previous && { before: toFacts(previous), after: undefined };
}

const toFacts = (row: Row | undefined): PictureFacts | undefined =>
  row && { file: getFileName(row), described: Object.values(getAlt(row)).join(" · ") };

/** Deletes and returns a speciality's picture; locks the table against concurrent changes. */
async function takeStoredPicture(tx: Prisma.TransactionClient, { name, code }: SpecialityKey) {
  await tx.$executeRaw`lock table speciality_pictures in share row exclusive mode`;
  const where = { OR: [{ name }, ...(code === null ? [] : [{ code }])] };
  const rows = await tx.specialityPicture.findMany({ where });
  await tx.specialityPicture.deleteMany({ where });
  return findRow(rows, { name, code });
}

const findRow = <T extends SpecialityKey>(rows: T[], { name, code }: SpecialityKey): T | undefined =>
  (code === null ? undefined : rows.find((row) => row.code === code)) ??
  rows.find((row) => row.name === name);

const getAlt = ({ altEs: es, altCa: ca, altEn: en }: Row): Record<Locale, string> => ({ es, ca, en });

const getFileName = ({ sha256, type }: Pick<Row, "sha256" | "type">) =>
  `picture-${sha256.slice(0, 16)}.${type}`;

const hashBytes = (bytes: Picture["bytes"]) => createHash("sha256").update(bytes).digest("hex");
