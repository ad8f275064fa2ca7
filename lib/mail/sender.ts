/** The domain of `MAIL_FROM` (“School <no-reply@school.example>” or the address alone), in lower case. */
export function getSenderDomain(from: string): string | undefined {
  return /@([^\s@<>]+\.[^\s@<>]+?)\s*>?\s*$/.exec(from)?.[1]?.toLowerCase();
}
