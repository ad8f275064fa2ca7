const LONG_ENOUGH = 15;

export type PasswordStrength = { level: "short" | "plain" | "fair" | "good"; missing: number };

/** How a password looks while it is typed; what is too common is known to the server alone. */
export function getPasswordStrength(password: string): PasswordStrength {
  const characters = [...password.normalize("NFKC")];
  const missing = LONG_ENOUGH - characters.length;
  if (missing > 0) return { level: "short", missing };
  const different = new Set(characters).size;
  if (different < 6) return { level: "plain", missing: 0 };
  return { level: characters.length >= 20 && different >= 10 ? "good" : "fair", missing: 0 };
}
