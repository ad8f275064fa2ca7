/** So many statements a connection keeps planned; what is asked less often is planned each time. */
const MOST_NAMED = 200;
const MOST_COUNTED = 1_000;
const NAMED_FROM_USE = 3;

/**
 * Names for statements that come again and again, so that PostgreSQL plans each of them once a connection.
 * Lists and filters make ever new texts: one that has come seldom, or for which no name is left, stays without
 * (`""`). A name is never given to another text: a connection that has planned one under it refuses the other.
 */
export function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined || names.size === MOST_NAMED) return name ?? "";
    const used = (uses.get(sql) ?? 0) + 1;
    if (used === NAMED_FROM_USE) {
      uses.delete(sql);
      names.set(sql, `p${names.size + 1}`);
      return `p${names.size}`;
    }
    if (uses.size === MOST_COUNTED) uses.clear();
    uses.set(sql, used);
    return "";
  };
}
