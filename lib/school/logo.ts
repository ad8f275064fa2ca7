import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";

/** The charset in which an SVG was checked is the one in which it is served, whatever the file declares. */
export const logoTypes = { svg: "image/svg+xml; charset=utf-8", png: "image/png" } as const;

export const getSchoolLogo = createCache("school logo", "settings", async () => {
  const stored = await prisma().schoolLogo.findUnique({ where: { id: 1 } });
  return stored ?? undefined;
});

/** The file name of a logo in pages; a new logo gets a new name. */
export const getLogoFileName = ({ type, sha256 }: { type: string; sha256: string }) =>
  `logo-${sha256.slice(0, 16)}.${type}`;
