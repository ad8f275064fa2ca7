/** What a key may do. */
export const scopes = ["catalogue:read", "enrollment:write", "enrollment:read"] as const;

export type Scope = (typeof scopes)[number];
