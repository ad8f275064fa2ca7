import { personalData } from "@/lib/privacy/personal-data";
import { asFile } from "../../as-file";

/** Everything that the service keeps of whoever is signed in, as JSON. */
export const GET = (): Promise<Response> =>
  asFile("data.json", (personId) => personalData(personId, new Date()));
