import { createHash } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { ConflictError, DomainError, type DomainIssue, looseVerb, type VerbContext } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { readFileInProcess } from "@/lib/platform/file-process";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { typedId } from "@/lib/platform/schema";
import { getLogoFileName } from "@/lib/school/logo";
import { deletePicture, savePicture } from "@/lib/school/pictures";
import type { parseLogo } from "@/lib/school/read-logo";
import type { Picture } from "@/lib/school/read-picture";
import {
  formatSettingText,
  getSettingControl,
  parseSettingText,
  type SettingName,
  saveSetting,
  settingNames,
  settingSchemas,
} from "@/lib/school/settings";

type Logo = ReturnType<typeof parseLogo>;

/** Changes a setting (desk 30). @throws ConflictError when it differs from `was`; DomainError */
export const changeSetting = looseVerb(
  "setting_changed",
  "change_settings",
  z.object({ name: z.enum(settingNames, "gone"), text: z.string(), was: z.string().optional() }),
  async ({ inTransaction }, { name, text, was }) => {
    const value = parseSettingText(name, text);
    if (!settingSchemas[name].safeParse(value).success) throw new DomainError(createSettingIssue(name));
    await inTransaction(async ({ tx, audit }) => {
      const [old, now] = (await saveSetting(tx, name, value)).map((value) => formatSettingText(name, value));
      if (was !== undefined && was !== old && now !== old)
        throw await ConflictError.of(tx, { kind: "setting", id: name }, name, old as string);
      if (old !== now) await audit({ kind: "setting", id: name }, { value: [old, now] });
    });
    invalidate("settings");
  },
);

/**
 * Saves the school's logo; `none` removes it, so that only the name is shown.
 * @returns its type and size
 * @throws DomainError, whose `why` is the problem with the file in English
 */
export const changeLogo = looseVerb(
  "logo_set",
  "change_settings",
  z.object({ logo: z.union([z.instanceof(Uint8Array), z.literal("none")], { error: "required" }) }),
  async ({ inTransaction }, { logo }) => {
    const file = logo === "none" ? undefined : await readUploadedFile<Logo>("logo", logo);
    await inTransaction(async ({ tx, audit }) => {
      const before = await readLogoFileName(tx);
      await (file ? saveLogo(tx, file) : tx.schoolLogo.deleteMany());
      const values = { file: [before, await readLogoFileName(tx)] as [string | null, string | null] };
      await audit({ kind: "school", id: "logo" }, values, file ? "logo_set" : "logo_removed");
    });
    invalidate("settings");
    return file && { type: file.type, width: file.width, height: file.height };
  },
);

const speciality = typedId;
const descriptionSchema = z.string().trim().min(1, "required").max(200, "too_long");

/** Sets a speciality's picture or its description, in every school year by code or name. */
export const setPicture = looseVerb(
  "picture_set",
  "change_settings",
  z.object({
    speciality,
    picture: z.instanceof(Buffer).optional(),
    alt_es: descriptionSchema,
    alt_ca: descriptionSchema,
    alt_en: descriptionSchema,
  }),
  async ({ inTransaction }, { speciality, picture, alt_es: es, alt_ca: ca, alt_en: en }) => {
    const newPicture = picture && (await readUploadedPicture(picture));
    await inTransaction(async (context) => {
      const subject = await requireSpeciality(context.tx, speciality);
      const change = await savePicture(context.tx, subject, { es, ca, en }, newPicture);
      if (!change) throw new DomainError({ field: "picture", code: "required" });
      await auditPicture(context, subject.name, change);
    });
    invalidate("settings");
  },
);

/** Removes a speciality's picture, so that a drawing is shown. */
export const removePicture = looseVerb(
  "picture_removed",
  "change_settings",
  z.object({ speciality }),
  async ({ inTransaction }, { speciality }) => {
    await inTransaction(async (context) => {
      const subject = await requireSpeciality(context.tx, speciality);
      const change = await deletePicture(context.tx, subject);
      if (change) await auditPicture(context, subject.name, change);
    });
    invalidate("settings");
  },
);

/** @throws DomainError, whose `why` is the problem with the file in English */
async function readUploadedFile<T>(format: "picture" | "logo", bytes: Uint8Array): Promise<T> {
  try {
    return await readFileInProcess<T>(format, format, bytes);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    const values = { ...error.values, why: error.message };
    throw new DomainError({ field: format, code: error.code, values });
  }
}

const codes: Record<ReturnType<typeof getSettingControl>["kind"], string> = {
  flag: "choice_needed",
  choice: "choice_needed",
  number: "number_between",
  line: "line_needed",
  countries: "countries_unknown",
  day: "date_invalid",
  color: "color_invalid",
  zone: "zone_unknown",
  email: "email_invalid",
  url: "url_invalid",
};

function createSettingIssue(name: SettingName): DomainIssue {
  const control = getSettingControl(name);
  const values = {
    ...("min" in control && { least: control.min }),
    ...("max" in control && { most: control.max }),
  };
  return { field: name, code: codes[control.kind], values };
}

async function requireSpeciality(tx: Prisma.TransactionClient, id: number) {
  const row = await tx.speciality.findUnique({ where: { id }, select: { name: true, code: true } });
  if (!row) throw new DomainError();
  return row;
}

async function readUploadedPicture(file: Buffer<ArrayBufferLike>): Promise<Picture> {
  const picture = await readUploadedFile<Picture>("picture", file);
  return { ...picture, bytes: Buffer.from(picture.bytes) };
}

type PictureChange = NonNullable<Awaited<ReturnType<typeof savePicture>>>;

const auditPicture = ({ audit }: VerbContext, speciality: string, { before, after }: PictureChange) =>
  audit(
    { kind: "school", id: speciality },
    { file: [before?.file, after?.file], described: [before?.described, after?.described] },
  );

async function readLogoFileName(tx: Prisma.TransactionClient): Promise<string | null> {
  const stored = await tx.schoolLogo.findUnique({ where: { id: 1 }, select: { type: true, sha256: true } });
  return stored && getLogoFileName(stored);
}

async function saveLogo(tx: Prisma.TransactionClient, { shown, ...logo }: Logo): Promise<void> {
  const sha256 = createHash("sha256").update(shown).digest("hex");
  const data = { ...logo, bytes: new Uint8Array(shown), sha256, createdAt: new Date() };
  await tx.schoolLogo.upsert({ where: { id: 1 }, create: data, update: data, select: { id: true } });
}
