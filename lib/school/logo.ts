import { createHash } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { cached } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";
import { checkSvg, withoutDoctype } from "./check-svg";

const MOST_BYTES = 200_000;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");

/** The encoding in which a drawing was looked at is the one in which it is shown, whatever it says itself. */
export const logoTypes = { svg: "image/svg+xml; charset=utf-8", png: "image/png" } as const;

type Checked = { type: keyof typeof logoTypes; width: number; height: number };

/** The school's logo as it is served; undefined while there is none. */
export const schoolLogo = cached("school logo", "settings", async () => {
  const stored = await prisma().schoolLogo.findUnique({ where: { id: 1 } });
  return stored ?? undefined;
});

/** The name of the file under which pages ask for a logo: another one has another name. */
export const logoFile = ({ type, sha256 }: { type: string; sha256: string }) =>
  `logo-${sha256.slice(0, 16)}.${type}`;

/** Why a file cannot be a logo; its message says it in English, for whoever drew it. */
export class LogoRefusal extends Error {
  constructor(
    readonly code: "too_large" | "unreadable" | "unsafe" | "broken" | "too_wide",
    message: string,
  ) {
    super(message);
    this.name = "LogoRefusal";
  }
}

type Tx = Prisma.TransactionClient;

/** The name of the file that is the school's logo by now; null where there is none. */
export async function logoNow(tx: Tx): Promise<string | null> {
  const stored = await tx.schoolLogo.findUnique({ where: { id: 1 }, select: { type: true, sha256: true } });
  return stored && logoFile(stored);
}

/** Makes a file the school's logo, in the transaction that records it; the caller says `changed`. */
export async function storeLogo(tx: Tx, { shown, ...checked }: ReturnType<typeof logoIn>): Promise<void> {
  const sha256 = createHash("sha256").update(shown).digest("hex");
  const data = { ...checked, bytes: new Uint8Array(shown), sha256, createdAt: new Date() };
  await tx.schoolLogo.upsert({ where: { id: 1 }, create: data, update: data, select: { id: true } });
}

export async function deleteLogo(tx: Tx): Promise<void> {
  await tx.schoolLogo.deleteMany();
}

/**
 * What is shown of a file: a drawing without its document type.
 * @throws LogoRefusal where it cannot be shown: neither SVG nor PNG, too large, with script or external references
 */
export function logoIn(bytes: Buffer): Checked & { shown: Buffer } {
  if (bytes.length > MOST_BYTES)
    throw new LogoRefusal("too_large", `The logo is larger than ${MOST_BYTES / 1000} kB.`);
  if (bytes.subarray(0, 8).equals(PNG)) return { ...checkPng(bytes), shown: bytes };
  const text = withoutDoctype(textOf(bytes));
  const svg = checkSvg(text);
  if ("problem" in svg)
    throw new LogoRefusal("unsafe", `The logo is no PNG, and as an SVG it ${svg.problem}.`);
  return { type: "svg", ...svg, shown: Buffer.from(text) };
}

/** The size stands in its first part, IHDR. */
function checkPng(bytes: Buffer): Checked {
  const isWhole = bytes.length > 33 && bytes.toString("latin1", 12, 16) === "IHDR" && bytes.includes("IEND");
  const [width, height] = isWhole ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0, 0];
  if (width < 1 || height < 1) throw new LogoRefusal("broken", "The logo is a PNG that breaks off.");
  if (width > 4000 || height > 4000)
    throw new LogoRefusal("too_wide", "The logo has more than 4000 pixels across or down.");
  return { type: "png", width, height };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LogoRefusal("unreadable", "The logo is no PNG, and an SVG is written in UTF-8.");
  }
}
