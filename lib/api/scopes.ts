/** What a key may do. */
export const scopes = [
  "catalogue:read",
  "enrollment:write",
  "enrollment:read",
  "enrollment:read_all",
] as const;

export type Scope = (typeof scopes)[number];

/** What a key may do unless it is said otherwise: its own enrollments, never everybody's. */
export const defaultScopes = scopes.filter((scope) => scope !== "enrollment:read_all");
