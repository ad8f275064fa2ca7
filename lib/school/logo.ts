import { createHash } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { cached, changed } from "@/lib/platform/changes";
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

/**
 * Makes a file the school's logo, or takes away the one that there is.
 *
 * @param record writes down who did it, in the same transaction
 * @throws Error that says why it cannot be shown: neither SVG nor PNG, too large, with script or external references
 */
export async function saveLogo(
  file: Buffer | null,
  record: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<Checked | undefined> {
  const logo = file ? rowOf(file) : undefined;
  await prisma().$transaction(async (tx) => {
    if (!logo) await tx.schoolLogo.deleteMany();
    else await tx.schoolLogo.upsert({ where: { id: 1 }, create: logo, update: logo, select: { id: true } });
    await record(tx);
  });
  changed("settings");
  return logo;
}

function rowOf(file: Buffer) {
  const { shown, ...checked } = check(file);
  const sha256 = createHash("sha256").update(shown).digest("hex");
  return { ...checked, bytes: new Uint8Array(shown), sha256, createdAt: new Date() };
}

/** What is shown of a file: a drawing without its document type. */
function check(bytes: Buffer): Checked & { shown: Buffer } {
  if (bytes.length > MOST_BYTES) throw new Error(`The logo is larger than ${MOST_BYTES / 1000} kB.`);
  if (bytes.subarray(0, 8).equals(PNG)) return { ...checkPng(bytes), shown: bytes };
  const text = withoutDoctype(textOf(bytes));
  const svg = checkSvg(text);
  if ("problem" in svg) throw new Error(`The logo is no PNG, and as an SVG it ${svg.problem}.`);
  return { type: "svg", ...svg, shown: Buffer.from(text) };
}

/** The size stands in its first part, IHDR. */
function checkPng(bytes: Buffer): Checked {
  const isWhole = bytes.length > 33 && bytes.toString("latin1", 12, 16) === "IHDR" && bytes.includes("IEND");
  const [width, height] = isWhole ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0, 0];
  if (width < 1 || height < 1) throw new Error("The logo is a PNG that breaks off.");
  if (width > 4000 || height > 4000) throw new Error("The logo has more than 4000 pixels across or down.");
  return { type: "png", width, height };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The logo is no PNG, and an SVG is written in UTF-8.");
  }
}
