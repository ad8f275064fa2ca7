import { z } from "zod";

const code = z
  .string()
  .describe("The round's code: part of the address of its page and of the text that the draw hashes.")
  .meta({ examples: ["2027-mayo"] });

const day = (what: string, example: string) =>
  z.iso
    .date()
    .nullable()
    .describe(what)
    .meta({ examples: [example] });

/** The public data of a round. */
export const roundSchema = z
  .object({
    code,
    name: z
      .string()
      .describe("The round's name.")
      .meta({ examples: ["Convocatoria de mayo"] }),
    state: z
      .string()
      .describe(
        "`open`, `frozen`, `drawn`, `provisional`, `final` or `closed`. Treat values that you do not know as not final.",
      )
      .meta({ examples: ["open"] }),
    merits_by: day("The last day to claim criteria.", "2027-06-04"),
    objections_by: day("The last day to object to the provisional list.", "2027-06-21"),
    answer_by: day("The last day to confirm an assigned place.", "2027-07-12"),
    hash: z
      .string()
      .nullable()
      .describe("The SHA-256 of the frozen list's bytes, in hex; null before the list is frozen.")
      .meta({ examples: ["c61d8bc7e42452c66eb7a2060b06c63e8135b8314349215cd322595025615f35"] }),
    number: z
      .string()
      .nullable()
      .describe("The drawn number with leading zeros; null before the draw.")
      .meta({ examples: ["048275916"] }),
    criteria: z
      .array(
        z.object({
          code: z
            .string()
            .describe("The criterion's code.")
            .meta({ examples: ["resident"] }),
          name: z
            .object({ es: z.string(), ca: z.string(), en: z.string() })
            .describe("The criterion's name in each language.")
            .meta({
              examples: [{ es: "Vive en el municipio", ca: "Viu al municipi", en: "Lives in the town" }],
            }),
          points: z
            .int()
            .describe("The maximum number of points.")
            .meta({ examples: [3] }),
          group: z
            .string()
            .nullable()
            .describe(
              "Of the criteria of a group, only the one with the most points counts; null without a group.",
            )
            .meta({ examples: ["family"] }),
          claimed: z
            .boolean()
            .describe("Whether families claim it. Otherwise the school knows who meets it.")
            .meta({ examples: [true] }),
        }),
      )
      .describe("The criteria that give points, in the school's order."),
  })
  .meta({ id: "Round" });

export const meritsSchema = z
  .object({
    merits: z
      .array(z.string("invalid_type").max(200, "too_long"), {
        error: ({ input }) => (input === undefined ? "required" : "invalid_type"),
      })
      .max(30, "too_long")
      .describe(
        "The codes of all criteria that the family claims. Criteria that are not listed are no longer claimed.",
      )
      .meta({ examples: [["resident"]] }),
  })
  .meta({ id: "Merits" });
