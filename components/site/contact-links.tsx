export type Contact = { email: string; phone: string };

/** Values of the tags `<mail>` and `<phone>` in messages. */
export function getContactLinks({ email, phone }: Contact) {
  return {
    mail: () => (
      <a href={`mailto:${email}`} className="[overflow-wrap:anywhere]">
        {email}
      </a>
    ),
    phone: () => (
      <a href={`tel:${phone.replaceAll(" ", "")}`} className="whitespace-nowrap">
        {phone}
      </a>
    ),
  };
}
