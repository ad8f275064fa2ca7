const MIN_LENGTH = 15;

export type PasswordStrength = { level: "short" | "plain" | "fair" | "good"; missing: number };

/** A rough strength while typing; only the server knows the list of common passwords. */
export function getPasswordStrength(password: string): PasswordStrength {
  const characters = [...password.normalize("NFKC")];
  const missing = MIN_LENGTH - characters.length;
  if (missing > 0) return { level: "short", missing };
  const different = new Set(characters).size;
  if (different < 6) return { level: "plain", missing: 0 };
  return { level: characters.length >= 20 && different >= 10 ? "good" : "fair", missing: 0 };
}
