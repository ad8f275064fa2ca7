import { z } from "zod";

export const placeAnswerSchema = z
  .object({
    answer: z.enum(["kept", "given_up"]).meta({
      description:
        "`kept` confirms the place. `given_up` withdraws the enrollment, and the place goes to the waiting list.",
      examples: ["kept"],
    }),
  })
  .meta({ id: "PlaceAnswer" });
