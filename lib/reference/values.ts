/** The document types that an enrollment may name (interface 2.7). */
export const documentTypes = ["dni", "nie", "passport", "nif"] as const;

export type DocumentType = (typeof documentTypes)[number];

/** How long a student has played (interface 2.5); an enrollment sends the key as an integer. */
export const experienceOptions = [
  { key: "0", value: "0-6 meses" },
  { key: "1", value: "1 año" },
  { key: "2", value: "2 años" },
  { key: "3", value: "3 años o más" },
] as const;

export type CallingCode = {
  /** Such as `+34`. */
  prefix: string;
  /** The countries that share it, lower-case ISO 3166-1 alpha-2, the main one first. */
  countries: string[];
};
