import { createHash } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import type { Logo } from "./read-logo";

/** The charset in which an SVG was checked is the one in which it is served, whatever the file declares. */
export const logoTypes = { svg: "image/svg+xml; charset=utf-8", png: "image/png" } as const;

export const getSchoolLogo = createCache("school logo", "settings", async () => {
  const stored = await prisma().schoolLogo.findUnique({ where: { id: 1 } });
  return stored ?? undefined;
});

/** The file name of a logo in pages; a new logo gets a new name. */
export const getLogoFileName = ({ type, sha256 }: { type: string; sha256: string }) =>
  `logo-${sha256.slice(0, 16)}.${type}`;

type Tx = Prisma.TransactionClient;

export async function readLogoFileName(tx: Tx): Promise<string | null> {
  const stored = await tx.schoolLogo.findUnique({ where: { id: 1 }, select: { type: true, sha256: true } });
  return stored && getLogoFileName(stored);
}

/** Saves the logo in the caller's transaction; the caller invalidates the cache. */
export async function saveLogo(tx: Tx, { shown, ...logo }: Logo): Promise<void> {
  const sha256 = createHash("sha256").update(shown).digest("hex");
  const data = { ...logo, bytes: new Uint8Array(shown), sha256, createdAt: new Date() };
  await tx.schoolLogo.upsert({ where: { id: 1 }, create: data, update: data, select: { id: true } });
}

export async function deleteLogo(tx: Tx): Promise<void> {
  await tx.schoolLogo.deleteMany();
}
