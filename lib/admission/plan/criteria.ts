import type { z } from "zod";
import type { criterionSchema } from "@/lib/admission/plan/verbs";
import type { Criterion } from "@/lib/admission/round";

type DefaultCriterion = z.input<typeof criterionSchema> & { code: string };

export const defaultCriteria = [
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
    es: "Una hermana o un hermano con plaza, por parte de cualquiera de sus tutores",
    ca: "Una germana o un germà amb plaça, per part de qualsevol dels seus tutors",
    en: "A brother or sister with a place, through either parent or guardian",
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
    code: "level",
    es: "Prueba de nivel",
    ca: "Prova de nivell",
    en: "Level test",
    points: 5,
    source: "mark",
  },
] as const satisfies DefaultCriterion[];

/** A criterion for applicants without a place in one of the last `years` school years; null for all stored years. */
export function createAskedBeforeCriterion(years: number | null) {
  const names = {
    all: [
      "Pidió plaza en otro curso y no la tuvo",
      "Va demanar plaça en un altre curs i no en va tenir",
      "Asked in another year and got no place",
    ],
    last: [
      "Pidió plaza el curso anterior y no la tuvo",
      "Va demanar plaça el curs anterior i no en va tenir",
      "Asked last year and got no place",
    ],
    some: [
      `Pidió plaza en alguno de los ${years} cursos anteriores y no la tuvo`,
      `Va demanar plaça en algun dels ${years} cursos anteriors i no en va tenir`,
      `Asked in one of the last ${years} years and got no place`,
    ],
  } as const;
  const [es, ca, en] = names[years === null ? "all" : years === 1 ? "last" : "some"];
  return {
    code: "asked_before",
    es,
    ca,
    en,
    points: 1,
    source: "counted",
    counts: "asked_before",
    years,
  } as const satisfies DefaultCriterion;
}

/** A criterion for an age in full years on the first day of the school year, inclusive; null for no bound. */
export function createAgeCriterion(fromYears: number | null, years: number | null) {
  const names = {
    from: [`Tiene ${fromYears} años o más`, `Té ${fromYears} anys o més`, `Is ${fromYears} or older`],
    upTo: [`Tiene ${years} años o menos`, `Té ${years} anys o menys`, `Is ${years} or younger`],
    both: [
      `Tiene de ${fromYears} a ${years} años`,
      `Té de ${fromYears} a ${years} anys`,
      `Is ${fromYears} to ${years} years old`,
    ],
  } as const;
  const [es, ca, en] = names[years === null ? "from" : fromYears === null ? "upTo" : "both"];
  return {
    code: "age",
    es: `${es} el día en que empieza el curso`,
    ca: `${ca} el dia que comença el curs`,
    en: `${en} on the day on which the school year begins`,
    points: 1,
    source: "counted",
    counts: "age",
    fromYears,
    years,
  } as const satisfies DefaultCriterion;
}

/** Siblings who claim it share the better of their draw numbers. */
export const sharingCriterion = {
  code: "share",
  es: "Los hermanos comparten el mejor de sus números del sorteo",
  ca: "Els germans comparteixen el millor dels seus números del sorteig",
  en: "Brothers and sisters share the better of their numbers in the draw",
  points: 0,
  source: "shares",
} as const satisfies DefaultCriterion;

type Part = { code: string; points: number };

/** By total, one combination of criteria with that total. */
type Sums = (Part[] | undefined)[];

type Scoring = Pick<Criterion, "code" | "points" | "group" | "source" | "sensitive">;

/**
 * The totals that would reveal health or income, ascending, because they are only possible with a sensitive criterion;
 * each with one such combination: 5 may only be possible as resident 3 and disability 2.
 */
export function findRevealingTotals(criteria: Scoring[]) {
  let plain: Sums = [[]];
  let sensitive: Sums = [];
  for (const group of groupAlternatives(criteria)) {
    const [plainSoFar, sensitiveSoFar] = [plain, sensitive];
    for (const criterion of group) {
      sensitive = merge(sensitive, addCriterion(sensitiveSoFar, criterion));
      if (criterion.sensitive) sensitive = merge(sensitive, addCriterion(plainSoFar, criterion));
      else plain = merge(plain, addCriterion(plainSoFar, criterion));
    }
  }
  return sensitive.flatMap((parts, total) => (parts && !plain[total] ? [{ total, parts }] : []));
}

/** Groups criteria of which only one counts; most are alone. */
function groupAlternatives(criteria: Scoring[]): Scoring[][] {
  const groups = Map.groupBy(criteria, ({ code, group }) => (group ? `group ${group}` : code));
  return [...groups.values()];
}

/** A score adds each number of points up to its maximum. */
function addCriterion(sums: Sums, { code, points, source }: Scoring): Sums {
  const added: Sums = [];
  if (points === 0) return added;
  if (source !== "mark") {
    sums.forEach((parts, total) => {
      if (parts) added[total + points] = [...parts, { code, points }];
    });
    return added;
  }
  let base: number | undefined;
  for (let total = 1; total < sums.length + points; total++) {
    if (sums[total - 1]) base = total - 1;
    if (base === undefined || total - base > points) continue;
    added[total] = [...(sums[base] as Part[]), { code, points: total - base }];
  }
  return added;
}

function merge(a: Sums, b: Sums): Sums {
  const merged = [...a];
  b.forEach((parts, total) => {
    const current = merged[total];
    if (parts && (!current || parts.length < current.length)) merged[total] = parts;
  });
  return merged;
}
