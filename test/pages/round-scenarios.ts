import { choosePointsFormat, openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { setLimits } from "@/lib/decisions/places/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment } from "@/test/support/domain/decisions";
import { roundSteps } from "@/test/support/processes/round-step";
import type { Visitor } from "./browser";
import { aMember, currentSchool } from "./fixture-school";
import type { Submission } from "./submit-form";

const YEAR = 5;
const command: Actor = { kind: "command" };
const here = `/desk/round?year=${YEAR}`;
/** Public pages, and recomputing. */
const inPublic: Submission = [{ jar: new Map() }, "/admission/2027-mayo"];
const members: Partial<Record<"secretary" | "head", Visitor>> = {};
const by = (role: "secretary" | "head") => members[role] as Visitor;
const theirs: { reference: string; id: string; studentId: string }[] = [];

/** Guardians of both enrollments. */
const families: Visitor[] = [];
const pointsOf = (at: number) => `/account/enrollments/${theirs[at]?.reference}/points`;

/** Two minors who request the piano. */
async function enrollTwo() {
  const limit = { specialityId: 51, syllabusId: null, places: 1 };
  await setLimits({ schoolYearId: YEAR, limits: [limit] }, command);
  for (const name of ["Roc", "Rut"]) {
    const reference = await enroll(name, YEAR, 51);
    theirs.push(await prisma().enrollment.findUniqueOrThrow({ where: { reference } }));
  }
  families.push(await familyOf(0, "roc"), await familyOf(1, "rut"));
}

/** A minor in a closed year. */
async function enroll(name: string, schoolYearId: number, specialityId: number): Promise<string> {
  const reference = await createEnrollment(aMinor({ school_year_id: 6, student_name: name }));
  const data = { schoolYearId };
  const { id } = await prisma().enrollment.update({ where: { reference }, data, select: { id: true } });
  await prisma().specialityChoice.create({ data: { ...data, enrollmentId: id, option: 1, specialityId } });
  currentSchool.office.names.set(reference, `REF-${name}`);
  return reference;
}

/** The provisional list of a second round, where violin courses have limits and one student has no course. */
async function publishWithoutCourse(): Promise<string> {
  await prisma().decision.updateMany({
    where: { schoolYearId: YEAR, status: "untold" },
    data: { tellAt: new Date() },
  });
  await notifyDue(new Date());
  const reference = await enroll("Pau", YEAR, 52);
  const limits = [null, 52].map((syllabusId) => ({ specialityId: 52, syllabusId, places: 1 }));
  await setLimits({ schoolYearId: YEAR, limits }, command);
  const code = "2027-julio";
  const plan = { name: "Convocatoria de julio", listedUntil: "2099-08-31", criteria: [] };
  await planRound({ round: code, year: YEAR, ...plan }, command);
  const shown = async () => ({ code, version: (await findRound(code))?.version ?? 0 });
  await choosePointsFormat({ ...(await shown()), publishedPoints: "ranks" }, command);
  await openRound(await shown(), command);
  for (const step of ["freeze", "draw", "provisional"] as const)
    await roundSteps[step](await shown(), command);
  return reference;
}

async function familyOf(at: number, name: string) {
  const { guardian } = await prisma().guardianship.findFirstOrThrow({
    where: { studentId: theirs[at]?.studentId },
    select: { guardian: { select: { id: true, email: true } } },
  });
  await prisma().account.create({ data: { personId: guardian.id, passwordHash: "" } });
  currentSchool.office.people[name] = guardian.id;
  currentSchool.office.names.set(guardian.email ?? "", `${name}-family@example.org`);
  return currentSchool.office.family(name);
}

/** A closed year, whose lists stay until the round's date. */
const plan = {
  name: "Convocatoria de mayo",
  round: "2027-mayo",
  listedUntil: "2099-08-31",
  points_resident: "3",
  points_disability: "2",
  points_level: "5",
  points_asked_before: "1",
  askedYears: "3",
  points_age: "2",
  ageFrom: "6",
  ageUpTo: "17",
};

/** A round that is corrected, discarded, and withdrawn while open. */
const early = { ...plan, round: "2027-abril" };
const earlyInPublic: Submission = [{ jar: new Map() }, "/admission/2027-abril"];
const change = `/desk/round/change?year=${YEAR}`;
const ownCriterion = {
  own_es_0: "Toca en la banda",
  own_ca_0: "Toca a la banda",
  own_en_0: "Plays in the town band",
  own_points_0: "1",
};

/** A round from plan to end: input, errors and results (admission 1 to 6). */
export const roundScenarios: Record<
  string,
  [promise: string, presses: () => Submission[] | Promise<Submission[]>]
> = {
  "round-plan": [
    "admission 1, 2 and 6: a round is planned, corrected, discarded and withdrawn, warns of totals that tell of a sensitive criterion, and is opened",
    async () => {
      await enrollTwo();
      for (const role of ["secretary", "head"] as const)
        members[role] = (await aMember(`round ${role}`, role)).visitor;
      const planned: [Visitor, string, string] = [by("head"), here, "planRoundAction"];
      const changed: [Visitor, string, string] = [by("head"), change, "planRoundAction"];
      return [
        [by("head"), here, "planRoundAction"],
        [...planned, { ...early, meritsBy: "2099-02-31" }],
        [...planned, { ...early, points_level: "muchos", askedYears: "tres", ageFrom: "", ageUpTo: "" }],
        [...planned, { ...early, ageUpTo: "5" }],
        [...planned, early],
        [by("head"), here, "round_changed"],
        [by("head"), here, "round_changed"],
        [by("head"), change],
        [...changed, { own_es_0: "Toca en la banda" }],
        [...changed, { ...ownCriterion, own_points_0: "4" }],
        [by("head"), here, "round_discarded"],
        [...planned, early],
        [by("head"), `${here}&opening=yes`],
        [by("head"), `${here}&opening=yes`, "round_opened"],
        [by("head"), change],
        [...changed, { meritsBy: "2099-06-30" }],
        [
          ...changed,
          { ...ownCriterion, points_resident: "4", meritsBy: "2099-06-30", reason: "El día era otro." },
        ],
        earlyInPublic,
        [by("head"), here, "round_withdrawn"],
        [by("head"), here, "round_withdrawn", { reason: "Se hará en septiembre." }],
        earlyInPublic,
        [...planned, plan],
        [by("head"), `${here}&opening=yes`, "round_opened"],
      ];
    },
  ],
  "round-draw": [
    "admission 2 to 5: points are checked, the list is closed, two type the number, the head moves somebody",
    async () => {
      const points = pointsOf(0);
      const [roc] = families as [Visitor];
      const move = `/desk/round/move?year=${YEAR}&reference=${theirs[1]?.reference}&to=51/`;
      const scored: [Visitor, string, string] = [by("secretary"), here, "merit_checked mark-level"];
      return [
        [roc, points],
        [roc, points, "submitClaimsAction"],
        [roc, points, "submitClaimsAction", { merits: true }],
        [roc, "/account/password"],
        [roc, "/account"],
        [families[1] as Visitor, pointsOf(1)],
        [by("secretary"), here, "merit_checked merit-checked"],
        [...scored, { reference: "NONE", mark: "4" }],
        [...scored, { reference: theirs[1]?.reference ?? "", mark: "6" }],
        [...scored, { reference: theirs[1]?.reference ?? "", mark: "2" }],
        [roc, points],
        [by("head"), here],
        [by("head"), `/desk/round/freeze?year=${YEAR}`, "round_frozen"],
        [by("head"), here, "round_taken_back"],
        [by("head"), here, "round_taken_back", { reason: "Faltaba una solicitud." }],
        [by("head"), `/desk/round/freeze?year=${YEAR}`, "round_frozen"],
        inPublic,
        [roc, points],
        [roc, `${points.replace("/points", "/choices")}`],
        [by("head"), `/desk/enrollments/${theirs[0]?.reference}/correct/studies`],
        [by("secretary"), here, "draw_typed"],
        [by("secretary"), here, "draw_typed", { number: "4b" }],
        [by("secretary"), here, "draw_typed", { number: "048 275 916" }],
        [by("head"), here, "draw_typed", { number: "1" }],
        [by("secretary"), here, "draw_typed", { number: "048275916" }],
        [by("head"), here, "draw_typed", { number: "048275916" }],
        [by("secretary"), `${here}&lane=51`],
        [by("head"), `${here}&lane=51`],
        [by("head"), move.replace(/&to=.*/, "")],
        [by("head"), move],
        [by("head"), move, "round_moved"],
        [by("head"), move, "round_moved", { reason: "Solo puede los martes." }],
        [by("head"), `${here}&lane=51`],
        [by("head"), move],
        [by("head"), move, "round_move_undone"],
        [by("head"), here, "draw_voided", { reason: "Faltaba una bola." }],
        [by("secretary"), here, "draw_typed", { number: "7" }],
        [by("head"), here, "draw_typed", { number: "7" }],
        [by("head"), here],
        [by("head"), here, "round_provisional"],
        inPublic,
      ];
    },
  ],
  "round-lists": [
    "admission 6: an objection is answered, the list becomes final, the round ends",
    async () => {
      const points = pointsOf(0);
      const [roc, rut] = families as [Visitor, Visitor];
      const second = `${here}&objection=${theirs[1]?.reference}`;
      return [
        [roc, "/account"],
        [roc, points],
        [roc, points, "submitObjectionAction"],
        [roc, points, "submitObjectionAction", { words: "Falta un punto." }],
        [rut, pointsOf(1), "submitObjectionAction", { words: "Y a mí otro." }],
        [by("head"), here],
        [by("head"), second],
        [by("head"), second, "merit_checked mark-level-REF-Rut", { mark: "1" }, { mark: "2" }],
        [by("head"), second, "objection_answered", { answer: "Constan todos.", upheld: "no" }],
        [by("head"), here, "round_final"],
        [by("head"), here, "objection_answered"],
        [by("head"), here, "merit_checked merit-refused"],
        [by("head"), here, "merit_checked merit-checked"],
        [by("head"), here, "merit_checked mark-level-REF-Roc", { mark: "3" }],
        [by("head"), here, "objection_answered", { answer: "No consta.", upheld: "yes" }],
        [roc, points],
        [by("head"), here, "round_final"],
        inPublic,
        [roc, points],
        [by("head"), here, "round_closed"],
        inPublic,
      ];
    },
  ],
  "round-courses": [
    "admission 3: before the list is final the head names the course of whoever has a place without one",
    async () => {
      const move = `/desk/round/move?year=${YEAR}&reference=${await publishWithoutCourse()}&to=52/52`;
      return [
        [by("secretary"), here],
        [by("head"), here],
        [by("head"), move, "round_moved", { reason: "Empieza segundo." }],
        [by("head"), here],
      ];
    },
  ],
};
