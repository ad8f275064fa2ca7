import { z } from "zod";

const code = z.string().meta({
  description: "The round's code: part of the address of its page and of the text that the draw hashes.",
  examples: ["2027-mayo"],
});

const day = (description: string, example: string) =>
  z.iso
    .date()
    .nullable()
    .describe(description)
    .meta({ examples: [example] });

/** The public data of a round. */
export const roundSchema = z
  .object({
    code,
    name: z.string().meta({ description: "The round's name.", examples: ["Convocatoria de mayo"] }),
    state: z.string().meta({
      description:
        "`open`, `frozen`, `drawn`, `provisional`, `final` or `closed`. Treat values that you do not know as not final.",
      examples: ["open"],
    }),
    merits_by: day("The last day to claim criteria.", "2027-06-04"),
    objections_by: day("The last day to object to the provisional list.", "2027-06-21"),
    answer_by: day("The last day to confirm an assigned place.", "2027-07-12"),
    hash: z
      .string()
      .nullable()
      .meta({
        description: "The SHA-256 of the frozen list's bytes, in hex; null before the list is frozen.",
        examples: ["c61d8bc7e42452c66eb7a2060b06c63e8135b8314349215cd322595025615f35"],
      }),
    number: z
      .string()
      .nullable()
      .meta({
        description: "The drawn number with leading zeros; null before the draw.",
        examples: ["048275916"],
      }),
    criteria: z
      .array(
        z.object({
          code: z.string().meta({ description: "The criterion's code.", examples: ["resident"] }),
          name: z.object({ es: z.string(), ca: z.string(), en: z.string() }).meta({
            description: "The criterion's name in each language.",
            examples: [{ es: "Vive en el municipio", ca: "Viu al municipi", en: "Lives in the town" }],
          }),
          points: z.int().meta({ description: "The maximum number of points.", examples: [3] }),
          group: z
            .string()
            .nullable()
            .meta({
              description:
                "Of the criteria of a group, only the one with the most points counts; null without a group.",
              examples: ["family"],
            }),
          claimed: z.boolean().meta({
            description: "Whether families claim it. Otherwise the school knows who meets it.",
            examples: [true],
          }),
        }),
      )
      .describe("The criteria that give points, in the school's order."),
  })
  .meta({ id: "Round" });

export const meritsSchema = z
  .object({
    merits: z
      .array(z.string().max(200))
      .max(30)
      .meta({
        description:
          "The codes of all criteria that the family claims. Criteria that are not listed are no longer claimed.",
        examples: [["resident"]],
      }),
  })
  .meta({ id: "Merits" });
