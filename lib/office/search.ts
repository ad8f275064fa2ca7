import { Prisma } from "@/generated/prisma/client";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { encrypt, decrypt } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";
import { joinConditions } from "./conditions";

const LONGEST = 200;

type Seal = Pick<StaffSession, "hash">;

/** Words that are searched for, as they stand in an address: opened only within the same session (desk 8). */
export function encryptSearch(words: string, { hash }: Seal): string {
  return encrypt(words.trim().slice(0, LONGEST), hash).toString("base64url");
}

export function decryptSearch(sealed: string, { hash }: Seal): string | undefined {
  return decrypt(Buffer.from(sealed, "base64url"), hash);
}

/** An address of the desk, whose searches were sealed in one session, as another one opens it: also that of the list in it. */
export function reencryptAddress(address: string, from: Seal, to: Seal): string {
  const [path, query = ""] = address.split("?");
  const parameters = new URLSearchParams(query);
  const [sealed, list] = [parameters.get("q"), parameters.get("list")];
  const words = sealed ? decryptSearch(sealed, from) : undefined;
  const within = list && reencryptAddress(`?${list}`, from, to).slice(1);
  if (!words && within === list) return address;
  if (words) parameters.set("q", encryptSearch(words, to));
  if (within) parameters.set("list", within);
  return `${path}?${parameters}`;
}

/** The enrollment whose reference somebody typed, with or without spaces, in either case. */
export async function findReference(words: string): Promise<string | undefined> {
  const reference = words.replace(/[\s-]/g, "").toUpperCase();
  if (!/^[3-9A-Y]{8}$/.test(reference)) return;
  const found = await prisma().enrollment.findUnique({
    where: { reference },
    select: { reference: true },
  });
  return found?.reference;
}

/**
 * What was typed as SQL on `enrollments e` (desk 41). Each word is the beginning of a word of the student or a guardian:
 * of a name, a town, an address before or after its @; what has a digit in it is any part of a document or a phone. Or
 * all of it together is a part of the reference, of a label or of a note.
 */
export function createSearchCondition(words: string): Prisma.Sql {
  const typed = words.trim();
  return Prisma.sql`(e.student_id in (
      with found as materialized (select p.id from people p where ${personCondition(typed)})
      select id from found
      union all
      select g.student_id from guardianships g join found on found.id = g.guardian_id)
    or e.reference like ${`%${referencePart(typed)}%`}
    or e.id in (
      select l.enrollment_id from enrollment_labels l join labels on labels.id = l.label_id
      where ' ' || search_fold(labels.name) like '% ' || nullif(trim(search_fold(${typed})), '') || '%'
      union all
      select n.enrollment_id from notes n
      where ' ' || search_fold(n.text) like '% ' || nullif(trim(search_fold(${typed})), '') || '%'))`;
}

/** Letters and digits as they stand in a reference; three of them at least, for any two are in very many. */
function referencePart(typed: string): string {
  const part = typed.replace(/[\s-]/g, "").toUpperCase();
  return /^[3-9A-Y]{3,8}$/.test(part) ? part : "-";
}

function personCondition(typed: string): Prisma.Sql {
  // What people put between digits means nothing, but in an address.
  const together = typed
    .split(/(\S*@\S*)/)
    .map((text) => (text.includes("@") ? text : text.replace(/(?<=\d)[\s.()/-]+(?=\d)|[+()]/g, "")));
  const parts = together.join("").split(/\s+/).filter(Boolean);
  return joinConditions(parts.map(partCondition));
}

/** Digits, and what has some among letters, as they are stored: without what people put between them. */
const partCondition = (part: string): Prisma.Sql =>
  /\d/.test(part) && !part.includes("@")
    ? Prisma.sql`p.searched like '%' || replace(search_fold(${part.replace(/^00/, "")}), ' ', '') || '%'`
    : Prisma.sql`(trim(search_fold(${part})) <> '' and p.searched like '% ' || trim(search_fold(${part})) || '%')`;
