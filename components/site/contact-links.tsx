export type Contact = { email: string; phone: string };

/** The tags `<mail></mail>` and `<phone></phone>` of a message, as links to the school. */
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
