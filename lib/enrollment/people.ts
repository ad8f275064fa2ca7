import { randomUUID } from "node:crypto";
import { emailKey, NO_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import { documentKey } from "./fields";
import type { AdultEnrollment, MinorEnrollment } from "./schema";

export type Role = "student" | "guardian" | "second_guardian";

/** A row of `people`, with the role it has in this enrollment. */
export type Person = {
  role: Role;
  id: string;
  email: string;
  email_key: string;
  name?: string;
  surname?: string;
  birth_date?: string;
  document_type?: string;
  document?: string;
  document_key?: string;
  phone_country_code?: string;
  phone?: string;
  country?: string;
  city?: string;
  zip_code?: string;
  address?: string;
};

/** The people whom an enrollment brings into the system; the student comes first. */
export function peopleOf(input: AdultEnrollment | MinorEnrollment): Person[] {
  const people = [person("student", input)];
  if (!("guardian_email" in input)) return people;

  people.push(person("guardian", input));
  if (input.second_guardian_email) people.push(person("second_guardian", input));
  return people;
}

function person(role: Role, input: Record<string, unknown>): Person {
  const field = (name: string) => input[`${role}_${name}`] as string | undefined;
  const id = randomUUID();
  const email = field("email") ?? `${randomUUID()}@${NO_EMAIL_DOMAIN}`;
  const document = field("document");
  return {
    role,
    id,
    email,
    email_key: emailKey(email),
    name: field("name"),
    surname: field("surname"),
    birth_date: field("birth_date"),
    document_type: field("document_type"),
    document,
    document_key: document && documentKey(document),
    phone_country_code: field("phone_country_code"),
    phone: field("phone"),
    country: field("country"),
    city: field("city"),
    zip_code: field("zip_code"),
    address: field("address"),
  };
}
