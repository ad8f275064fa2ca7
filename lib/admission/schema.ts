import { z } from "zod";

const code = z
  .string()
  .describe("Names the round; part of its page's address and of what is hashed in the draw.")
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
      .describe("What the school calls it.")
      .meta({ examples: ["Convocatoria de mayo"] }),
    state: z
      .string()
      .describe(
        "`open`, `frozen`, `drawn`, `provisional`, `final` or `closed`; there may be others one day, to be read as not final.",
      )
      .meta({ examples: ["open"] }),
    merits_by: day("The last day on which families claim points.", "2027-06-04"),
    objections_by: day("The last day on which families object to the provisional list.", "2027-06-21"),
    answer_by: day("The last day on which families answer for a place.", "2027-07-12"),
    hash: z
      .string()
      .nullable()
      .describe("The SHA-256 of the frozen list's bytes, in hex; null before the list is closed.")
      .meta({ examples: ["c61d8bc7e42452c66eb7a2060b06c63e8135b8314349215cd322595025615f35"] }),
    number: z
      .string()
      .nullable()
      .describe("The number that was drawn, with its leading zeros; null before the draw.")
      .meta({ examples: ["048275916"] }),
    criteria: z
      .array(
        z.object({
          code: z
            .string()
            .describe("Names it.")
            .meta({ examples: ["resident"] }),
          name: z
            .object({ es: z.string(), ca: z.string(), en: z.string() })
            .describe("In the service's languages.")
            .meta({
              examples: [{ es: "Vive en el municipio", ca: "Viu al municipi", en: "Lives in the town" }],
            }),
          points: z
            .int()
            .describe("What it counts at most.")
            .meta({ examples: [3] }),
          group: z
            .string()
            .nullable()
            .describe("Of those with one group the highest counts alone.")
            .meta({ examples: ["family"] }),
          claimed: z
            .boolean()
            .describe("Whether families claim it; else the school counts it by itself.")
            .meta({ examples: [true] }),
        }),
      )
      .describe("What counts points, in the school's order."),
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
        "Codes of the round's criteria that the family claims; those that are not named are no longer claimed.",
      )
      .meta({ examples: [["resident"]] }),
  })
  .meta({ id: "Merits" });
