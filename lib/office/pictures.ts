import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type ActionContext, defineLooseAction, ActionError } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/changes";
import { typedId } from "@/lib/platform/columns";
import type { Picture } from "@/lib/school/pictures/picture";
import { deletePicture, type PictureChange, savePicture } from "@/lib/school/pictures/pictures";
import { readUploadedFile } from "./uploaded-file";

const speciality = typedId;
const words = z.string().trim().min(1, "required").max(200, "too_long");

/** Gives a speciality its picture, or the one it has other words: in every school year, by its code or its name. */
export const setPicture = defineLooseAction(
  "picture_set",
  "change_settings",
  z.object({
    speciality,
    picture: z.instanceof(Buffer).optional(),
    alt_es: words,
    alt_ca: words,
    alt_en: words,
  }),
  async ({ inTransaction }, { speciality, picture, alt_es: es, alt_ca: ca, alt_en: en }) => {
    const read = picture && (await readOrRefuse(picture));
    await inTransaction(async (doing) => {
      const of = await specialityOf(doing.tx, speciality);
      const change = await savePicture(doing.tx, of, { es, ca, en }, read);
      if (!change) throw new ActionError({ field: "picture", code: "required" });
      await auditPicture(doing, of.name, change);
    });
    invalidate("settings");
  },
);

/** Takes a speciality's picture away: a drawing stands for it again. */
export const removePicture = defineLooseAction(
  "picture_removed",
  "change_settings",
  z.object({ speciality }),
  async ({ inTransaction }, { speciality }) => {
    await inTransaction(async (doing) => {
      const of = await specialityOf(doing.tx, speciality);
      const change = await deletePicture(doing.tx, of);
      if (change) await auditPicture(doing, of.name, change);
    });
    invalidate("settings");
  },
);

async function specialityOf(tx: Prisma.TransactionClient, id: number) {
  const found = await tx.speciality.findUnique({ where: { id }, select: { name: true, code: true } });
  if (!found) throw new ActionError();
  return found;
}

async function readOrRefuse(file: Buffer<ArrayBufferLike>): Promise<Picture> {
  const picture = await readUploadedFile<Picture>("picture", file);
  return { ...picture, bytes: Buffer.from(picture.bytes) };
}

const auditPicture = ({ audit }: ActionContext, speciality: string, { before, after }: PictureChange) =>
  audit(
    { kind: "school", id: speciality },
    { file: [before?.file, after?.file], described: [before?.described, after?.described] },
  );
