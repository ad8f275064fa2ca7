import type { z } from "zod";
import type { criterion } from "./plan";

type Usual = z.input<typeof criterion> & { code: string };

/** What schools usually count; a head says how much each is worth, or leaves it out. */
export const usualCriteria = [
  {
    code: "resident",
    es: "Vive en el municipio",
    ca: "Viu al municipi",
    en: "Lives in the town",
    points: 3,
    source: "claimed",
  },
  {
    code: "large_family",
    es: "Familia numerosa",
    ca: "Família nombrosa",
    en: "Large family",
    points: 1,
    source: "claimed",
    group: "family",
  },
  {
    code: "special_family",
    es: "Familia numerosa de categoría especial, o monoparental",
    ca: "Família nombrosa de categoria especial, o monoparental",
    en: "Large family of the special category, or one parent",
    points: 2,
    source: "claimed",
    group: "family",
  },
  {
    code: "disability",
    es: "Discapacidad reconocida, propia o en casa",
    ca: "Discapacitat reconeguda, pròpia o a casa",
    en: "Recognised disability, one’s own or at home",
    points: 2,
    source: "claimed",
    sensitive: true,
  },
  {
    code: "low_income",
    es: "Renta por debajo del límite de la escuela",
    ca: "Renda per sota del límit de l’escola",
    en: "Income below the school’s limit",
    points: 1,
    source: "claimed",
    sensitive: true,
  },
  {
    code: "sibling",
    es: "Una hermana o un hermano con plaza",
    ca: "Una germana o un germà amb plaça",
    en: "A brother or sister with a place",
    points: 2,
    source: "counted",
    counts: "sibling",
  },
  {
    code: "last_year",
    es: "Alumno o alumna del curso anterior",
    ca: "Alumne o alumna del curs anterior",
    en: "A student of last year",
    points: 3,
    source: "counted",
    counts: "last_year",
  },
  {
    code: "asked_before",
    es: "Pidió plaza el curso anterior y no la tuvo",
    ca: "Va demanar plaça el curs anterior i no en va tenir",
    en: "Asked last year and got no place",
    points: 1,
    source: "counted",
    counts: "asked_before",
    years: 1,
  },
  {
    code: "level",
    es: "Prueba de nivel",
    ca: "Prova de nivell",
    en: "Level test",
    points: 5,
    source: "mark",
  },
] as const satisfies Usual[];

/** Who is of at most so many full years on the day on which the school year begins. */
export const ageUpTo = (years: number) =>
  ({
    code: "age",
    es: `Tiene ${years} años o menos el día en que empieza el curso`,
    ca: `Té ${years} anys o menys el dia que comença el curs`,
    en: `Is ${years} or younger on the day on which the school year begins`,
    points: 1,
    source: "counted",
    counts: "age",
    years,
  }) as const satisfies Usual;

/** Brothers and sisters who ask for it share the better of their numbers. */
export const sharing = {
  code: "share",
  es: "Los hermanos comparten el mejor de sus números del sorteo",
  ca: "Els germans comparteixen el millor dels seus números del sorteig",
  en: "Brothers and sisters share the better of their numbers in the draw",
  points: 0,
  source: "shares",
} as const satisfies Usual;
