import { Prisma } from "@/generated/prisma/client";
import { joinConditions } from "@/lib/desk/list/sql";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

const MAX_LENGTH = 200;

type SearchKey = Pick<StaffSession, "hash">;

/** Encrypts a search for the address; readable in the same session only (desk 8). */
export function encryptSearch(words: string, { hash }: SearchKey): string {
  return encrypt(words.trim().slice(0, MAX_LENGTH), hash).toString("base64url");
}

export function decryptSearch(sealed: string, { hash }: SearchKey): string | undefined {
  return decrypt(Buffer.from(sealed, "base64url"), hash);
}

/** Encrypts the searches of an address for another session, also in its `list`. */
export function reencryptAddress(address: string, from: SearchKey, to: SearchKey): string {
  const [path, query = ""] = address.split("?");
  const parameters = new URLSearchParams(query);
  const [sealed, list] = [parameters.get("q"), parameters.get("list")];
  const words = sealed ? decryptSearch(sealed, from) : undefined;
  const reencryptedList = list && reencryptAddress(`?${list}`, from, to).slice(1);
  if (!words && reencryptedList === list) return address;
  if (words) parameters.set("q", encryptSearch(words, to));
  if (reencryptedList) parameters.set("list", reencryptedList);
  return `${path}?${parameters}`;
}

/** The enrollment of a typed reference, ignoring spaces and case. */
export async function findReference(words: string): Promise<string | undefined> {
  const reference = words.replace(/[\s-]/g, "").toUpperCase();
  if (!/^[3-9A-Y]{8}$/.test(reference)) return;
  const enrollment = await prisma().enrollment.findUnique({
    where: { reference },
    select: { reference: true },
  });
  return enrollment?.reference;
}

/**
 * A search as SQL on `enrollments e` (desk 41). Each word matches the beginning of a word of the student or a guardian:
 * name, town, address before or after the @. A word with digits matches any part of a document or phone, or the year of
 * birth. All words together match part of the reference, of a label or of a note.
 */
export function createSearchCondition(words: string): Prisma.Sql {
  const text = words.trim();
  return Prisma.sql`(e.student_id in (
      with found as materialized (select p.id from people p where ${createPersonCondition(text)})
      select id from found
      union all
      select g.student_id from guardianships g join found on found.id = g.guardian_id)
    or e.reference like ${`%${toReferencePart(text)}%`}
    or e.id in (
      select l.enrollment_id from enrollment_labels l join labels on labels.id = l.label_id
      where ' ' || search_fold(labels.name) like '% ' || nullif(trim(search_fold(${text})), '') || '%'
      union all
      select n.enrollment_id from notes n
      where ' ' || search_fold(n.text) like '% ' || nullif(trim(search_fold(${text})), '') || '%'))`;
}

/** At least three characters: two match very many references. */
function toReferencePart(text: string): string {
  const part = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[3-9A-Y]{3,8}$/.test(part) ? part : "-";
}

function createPersonCondition(text: string): Prisma.Sql {
  // Separators between digits do not count, except in addresses.
  const pieces = text
    .split(/(\S*@\S*)/)
    .map((piece) => (piece.includes("@") ? piece : piece.replace(/(?<=\d)[\s.()/-]+(?=\d)|[+()]/g, "")));
  const parts = pieces.join("").split(/\s+/).filter(Boolean);
  return joinConditions(parts.map(createPartCondition));
}

/** Matches stored digits and mixed words without separators. */
const createPartCondition = (part: string): Prisma.Sql =>
  /\d/.test(part) && !part.includes("@")
    ? Prisma.sql`(p.searched like '%' || replace(search_fold(${part.replace(/^00/, "")}), ' ', '') || '%' ${createBirthYearCondition(part)})`
    : Prisma.sql`(trim(search_fold(${part})) <> '' and p.searched like '% ' || trim(search_fold(${part})) || '%')`;

/** A number with four digits is also a year of birth. */
const createBirthYearCondition = (part: string): Prisma.Sql =>
  /^(19|20)\d\d$/.test(part)
    ? Prisma.sql`or extract(year from p.birth_date) = ${Number(part)}::int`
    : Prisma.empty;
