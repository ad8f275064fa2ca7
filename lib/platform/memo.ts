/**
 * Remembers what a text was made into, for texts of strangers that are few and come again and again; past
 * `bound` of them it begins anew, so that nobody can fill the memory.
 */
export function memoize<T>(bound: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const made = make(text);
    if (known.size >= bound) known.clear();
    known.set(text, made);
    return made;
  };
}
