import { Prisma } from "@/generated/prisma/client";
import { documentKey } from "@/lib/enrollment/values";
import { emailKey } from "@/lib/mail/addresses";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { seal, unseal } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";

const LONGEST = 200;

type Seal = Pick<StaffSession, "hash">;

/** Words that are searched for, as they stand in an address: opened only within the same session (desk 8). */
export function sealSearch(words: string, { hash }: Seal): string {
  return seal(words.trim().slice(0, LONGEST), hash).toString("base64url");
}

export function unsealSearch(sealed: string, { hash }: Seal): string | undefined {
  return unseal(Buffer.from(sealed, "base64url"), hash);
}

/** An address of the desk, whose searches were sealed in one session, as another one opens it: also that of the list in it. */
export function resealed(address: string, from: Seal, to: Seal): string {
  const [path, query = ""] = address.split("?");
  const parameters = new URLSearchParams(query);
  const [sealed, list] = [parameters.get("q"), parameters.get("list")];
  const words = sealed ? unsealSearch(sealed, from) : undefined;
  const within = list && resealed(`?${list}`, from, to).slice(1);
  if (!words && within === list) return address;
  if (words) parameters.set("q", sealSearch(words, to));
  if (within) parameters.set("list", within);
  return `${path}?${parameters}`;
}

/** The enrollment whose reference somebody typed, with or without spaces, in either case. */
export async function referenceOf(words: string): Promise<string | undefined> {
  const reference = words.replace(/[\s-]/g, "").toUpperCase();
  if (!/^[3-9A-Y]{8}$/.test(reference)) return;
  const found = await prisma().enrollment.findUnique({
    where: { reference },
    select: { reference: true },
  });
  return found?.reference;
}

/**
 * What was typed as SQL on `enrollments e`: the student or a guardian has this e-mail, document or phone,
 * or a name with all these words, in any order and without regard to accents.
 */
export function searchCondition(words: string): Prisma.Sql {
  return Prisma.sql`e.student_id in (
    with found as materialized (select p.id from people p where ${personCondition(words.trim())})
    select id from found
    union all
    select g.student_id from guardianships g join found on found.id = g.guardian_id)`;
}

function personCondition(words: string): Prisma.Sql {
  if (words.includes("@")) return Prisma.sql`p.email_key = ${emailKey(words)}`;
  const digits = words.replace(/[\s.()-]/g, "");
  if (/^\+?\d{5,}$/.test(digits)) return phoneOrDocument(digits);
  if (/\d/.test(words)) return Prisma.sql`p.document_key = ${documentKey(words)}`;
  const patterns = words.split(/\s+/).map((word) => namePattern(word));
  return Prisma.join(
    patterns.map((pattern) => Prisma.sql`(p.name || ' ' || p.surname) ~ ${pattern}`),
    " and ",
  );
}

function phoneOrDocument(digits: string): Prisma.Sql {
  const phone = digits.replace(/^\+34|^0034/, "");
  return Prisma.sql`(p.document_key = ${documentKey(digits)} or p.phone = ${phone}
    or p.phone_country_code || p.phone = ${digits.replace(/^00/, "+")})`;
}

/** Letters that people leave the mark off; whatever else is typed is looked for as it is. */
const MARKED: Record<string, string> = {
  a: "àáâãäåæ",
  c: "çćč",
  e: "èéêëę",
  i: "ìíîï",
  l: "ł",
  n: "ñń",
  o: "òóôõöøœ",
  s: "śšß",
  u: "ùúûü",
  y: "ýÿ",
  z: "źżž",
};

/** A regular expression for the beginning of a word, whatever its case and accents; nothing typed is special in it. */
export function namePattern(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const letters = [...plain].map((letter) => {
    if (!/\p{L}/u.test(letter)) return letter.replace(/[^\p{N}]/u, "\\$&");
    const variants = letter + (MARKED[letter] ?? "");
    return `[${[...new Set(variants + variants.toUpperCase())].join("")}]`;
  });
  return `(^|[[:space:]'’-])${letters.join("")}`;
}
