import { z } from "zod";

export const placeAnswerSchema = z
  .object({
    answer: z
      .enum(["kept", "given_up"], {
        error: ({ input }) => (input === undefined ? "required" : "invalid_value"),
      })
      .describe(
        "`kept`, or `given_up`: then the enrollment is withdrawn and the place goes to whoever waits.",
      )
      .meta({ examples: ["kept"] }),
  })
  .meta({ id: "PlaceAnswer" });
