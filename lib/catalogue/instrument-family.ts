import { foldText } from "@/lib/platform/text";

/** The drawings. */
export const instrumentFamilies = ["strings", "keys", "wind", "voice", "percussion", "other"] as const;

type InstrumentFamily = (typeof instrumentFamilies)[number];

/** Beginnings of instrument names in Spanish, Catalan and English, without accents. */
const prefixes: Record<Exclude<InstrumentFamily, "other">, string[]> = {
  voice: ["cant", "voz", "veu", "coro", "coral", "cor", "voice", "sing", "choir"],
  percussion: ["percu", "bateria", "drum", "marimba", "timbal", "xilo", "xylo", "vibra", "caj", "caix"],
  strings: [
    "viol",
    "contrab",
    "cello",
    "double",
    "guitar",
    "bajo",
    "baix",
    "bass",
    "arpa",
    "harp",
    "laud",
    "llaut",
    "bandurria",
    "mandolin",
    "ukel",
  ],
  keys: ["piano", "organ", "acorde", "accord", "clave", "clavec", "harpsi", "teclad", "teclat", "keyboard"],
  wind: [
    "flaut",
    "flabiol",
    "flute",
    "record",
    "oboe",
    "clarin",
    "fago",
    "bassoon",
    "saxo",
    "tromp",
    "trump",
    "trom",
    "horn",
    "tuba",
    "bombard",
    "fiscorn",
    "flugel",
    "euphon",
    "dulza",
    "gaita",
    "grall",
    "tenora",
    "tible",
  ],
};

/** The family of an instrument, by the first known word of its name: "Piano jazz" is a keyboard. */
export function getInstrumentFamily(name: string): InstrumentFamily {
  const words = foldText(name).match(/\p{L}+/gu) ?? [];
  for (const word of words)
    for (const family of instrumentFamilies)
      if (family !== "other" && hasPrefix(prefixes[family], word)) return family;
  return "other";
}

/** Short beginnings must match the whole word: "cor" is a choir, "corno" is not. */
const hasPrefix = (prefixList: string[], word: string) =>
  prefixList.some((prefix) => (prefix.length < 4 ? word === prefix : word.startsWith(prefix)));
