import { createCache } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";
import { Representation } from "@/lib/platform/representation";
import type { CatalogueSyllabus, SchoolYear, Speciality, Subject } from "./schema";
import {
  serializeSchoolYear,
  serializeSpeciality,
  serializeSubject,
  serializeSyllabus,
  syllabusColumns,
  toCatalogueSyllabus,
} from "./serialize";

/** One school year's catalogue: as values for the rules and the form, as ready bytes for the API. */
export type YearCatalogue = {
  specialities: Catalogue<Speciality>;
  subjects: Catalogue<Subject>;
  syllabi: Catalogue<CatalogueSyllabus>;
};

type Catalogue<T> = { items: T[]; ids: Set<number>; representation: Representation };

export type CatalogueSnapshot = {
  /** In order of their start. */
  schoolYears: SchoolYear[];
  byYear: Map<number, YearCatalogue>;
};

/** The whole catalogue of every school year, read anew when it has changed. */
export const getCatalogueSnapshot = createCache("catalogue", "catalogue", load);

/** Reads until nobody has written in between, so that a snapshot is wholly old or wholly new. */
async function load(): Promise<CatalogueSnapshot> {
  for (;;) {
    const before = await storedVersion();
    const snapshot = await read();
    if (before === (await storedVersion())) return snapshot;
  }
}

async function storedVersion(): Promise<bigint | undefined> {
  const row = await prisma().changeVersion.findUnique({
    where: { topic: "catalogue" },
    select: { version: true },
  });
  return row?.version;
}

async function read(): Promise<CatalogueSnapshot> {
  const [years, specialities, subjects, syllabi] = await Promise.all([
    prisma().schoolYear.findMany({ orderBy: [{ startSchoolYear: "asc" }, { id: "asc" }] }),
    prisma().speciality.findMany({ orderBy: { id: "asc" } }),
    prisma().subject.findMany({ orderBy: { id: "asc" } }),
    prisma().syllabus.findMany({ orderBy: { id: "asc" }, select: syllabusColumns }),
  ]);
  const schoolYears = years.map(serializeSchoolYear);
  const of = <T extends { schoolYearId: number }>(rows: T[], id: number) =>
    rows.filter((row) => row.schoolYearId === id);
  return {
    schoolYears,
    byYear: new Map(
      schoolYears.map(({ id }) => [
        id,
        {
          specialities: catalogue(of(specialities, id).map(serializeSpeciality)),
          subjects: catalogue(of(subjects, id).map(serializeSubject)),
          syllabi: catalogue(
            of(syllabi, id).map(toCatalogueSyllabus),
            of(syllabi, id).map(serializeSyllabus),
          ),
        },
      ]),
    ),
  };
}

/** @param sent what the API answers, where it is less than `items` */
function catalogue<T extends { id: number }>(items: T[], sent: unknown[] = items): Catalogue<T> {
  return { items, ids: new Set(items.map(({ id }) => id)), representation: new Representation(sent) };
}
