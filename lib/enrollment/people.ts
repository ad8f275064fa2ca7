import { randomUUID } from "node:crypto";
import { toEmailKey, GENERATED_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import { type FieldName, type Fields, fieldRows, type Role } from "./fields";
import type { AdultEnrollment, MinorEnrollment } from "./schema";
import { toDocumentKey } from "./values";

type Column = Extract<Fields[FieldName], { stored: { in: "people" } }>["stored"]["column"];

/** A row of `people`, with the role it has in this enrollment. */
export type PersonRow = Partial<Record<Column, string>> & {
  role: Role;
  id: string;
  email: string;
  email_key: string;
  document_key?: string;
};

/** The people whom an enrollment brings into the system; the student comes first. */
export function toPersonRows(input: AdultEnrollment | MinorEnrollment): PersonRow[] {
  const people = [toPersonRow("student", input)];
  if (!("guardian_email" in input)) return people;

  people.push(toPersonRow("guardian", input));
  if (input.second_guardian_email) people.push(toPersonRow("second_guardian", input));
  return people;
}

/** One of them, from the fields that are theirs. */
export function toPersonRow(role: Role, input: Record<string, unknown>): PersonRow {
  const columns: Partial<Record<Column, string>> = {};
  for (const [name, row] of fieldRows) {
    if (row.person === role && row.stored?.in === "people")
      columns[row.stored.column as Column] = input[name] as string;
  }
  const email = columns.email ?? `${randomUUID()}@${GENERATED_EMAIL_DOMAIN}`;
  const { document } = columns;
  return {
    ...columns,
    role,
    id: randomUUID(),
    email,
    email_key: toEmailKey(email),
    document_key: document && toDocumentKey(document),
  };
}
