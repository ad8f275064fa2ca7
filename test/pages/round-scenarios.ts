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
import type { PageForm, Submission } from "./submit-form";

const YEAR = 5;
const command: Actor = { kind: "command" };
const roundPage = `/desk/round?year=${YEAR}`;
/** Public pages, and recomputing. */
const publicPage: Submission = [{ cookieJar: new Map() }, "/admission/2027-mayo"];
const members: Partial<Record<"secretary" | "head", Visitor>> = {};
const staff = (role: "secretary" | "head") => members[role] as Visitor;
const roundEnrollments: { reference: string; id: string; studentId: string }[] = [];

/** Guardians of both enrollments. */
const families: Visitor[] = [];
const pointsOf = (index: number) => `/account/enrollments/${roundEnrollments[index]?.reference}/points`;

/** Two minors who request the piano. */
async function enrollTwo() {
  const limit = { specialityId: 51, syllabusId: null, places: 1 };
  await setLimits({ schoolYearId: YEAR, limits: [limit] }, command);
  for (const name of ["Roc", "Rut"]) {
    const reference = await enrollInYear(name, YEAR, 51);
    roundEnrollments.push(await prisma().enrollment.findUniqueOrThrow({ where: { reference } }));
  }
  families.push(await createFamily(0, "roc"), await createFamily(1, "rut"));
}

/** A minor in a closed year. */
async function enrollInYear(name: string, schoolYearId: number, specialityId: number): Promise<string> {
  const reference = await createEnrollment(aMinor({ school_year_id: 6, student_name: name }));
  const data = { schoolYearId };
  const { id } = await prisma().enrollment.update({ where: { reference }, data, select: { id: true } });
  await prisma().specialityChoice.create({ data: { ...data, enrollmentId: id, option: 1, specialityId } });
  currentSchool.school.names.set(reference, `REF-${name}`);
  return reference;
}

/** The provisional list of a second round, where violin courses have limits and one student has no course. */
async function publishWithoutCourse(): Promise<string> {
  await prisma().decision.updateMany({
    where: { schoolYearId: YEAR, status: "untold" },
    data: { tellAt: new Date() },
  });
  await notifyDue(new Date());
  const reference = await enrollInYear("Pau", YEAR, 52);
  const limits = [null, 52].map((syllabusId) => ({ specialityId: 52, syllabusId, places: 1 }));
  await setLimits({ schoolYearId: YEAR, limits }, command);
  const code = "2027-julio";
  const plan = { name: "Convocatoria de julio", listedUntil: "2099-08-31", criteria: [] };
  await planRound({ round: code, year: YEAR, ...plan }, command);
  const getTarget = async () => ({ code, version: (await findRound(code))?.version ?? 0 });
  await choosePointsFormat({ ...(await getTarget()), publishedPoints: "ranks" }, command);
  await openRound(await getTarget(), command);
  for (const step of ["freeze", "draw", "provisional"] as const)
    await roundSteps[step](await getTarget(), command);
  return reference;
}

async function createFamily(index: number, name: string) {
  const { guardian } = await prisma().guardianship.findFirstOrThrow({
    where: { studentId: roundEnrollments[index]?.studentId },
    select: { guardian: { select: { id: true, email: true } } },
  });
  await prisma().account.create({ data: { personId: guardian.id, passwordHash: "" } });
  currentSchool.school.people[name] = guardian.id;
  currentSchool.school.names.set(guardian.email ?? "", `${name}-family@example.org`);
  return currentSchool.school.family(name);
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
const discardedPlan = { ...plan, round: "2027-abril" };
const discardedPublicPage: Submission = [{ cookieJar: new Map() }, "/admission/2027-abril"];
const changePage = `/desk/round/change?year=${YEAR}`;
const ownCriterion = {
  own_es_0: "Toca en la banda",
  own_ca_0: "Toca a la banda",
  own_en_0: "Plays in the town band",
  own_points_0: "1",
};

/** A round from plan to end: input, errors and results (admission 1 to 6). */
export const roundScenarios: Record<
  string,
  [promise: string, createSubmissions: () => Submission[] | Promise<Submission[]>]
> = {
  "round-plan": [
    "admission 1, 2 and 6: a round is planned, corrected, discarded and withdrawn, warns of totals that reveal a sensitive criterion, and is opened",
    async () => {
      await enrollTwo();
      for (const role of ["secretary", "head"] as const)
        members[role] = (await aMember(`round ${role}`, role)).visitor;
      const planForm: PageForm = [staff("head"), roundPage, "planRoundAction"];
      const changeForm: PageForm = [staff("head"), changePage, "planRoundAction"];
      return [
        [staff("head"), roundPage, "planRoundAction"],
        [...planForm, { ...discardedPlan, meritsBy: "2099-02-31" }],
        [
          ...planForm,
          {
            ...discardedPlan,
            name: "",
            round: "abril 2027",
            meritsBy: "2020-05-31",
            answerBy: "2099-06-30",
            listedUntil: "2099-06-01",
            points_level: "muchos",
            askedYears: "tres",
            ageFrom: "",
            ageUpTo: "",
            own_es_0: "Toca en la banda",
          },
        ],
        [...planForm, { ...discardedPlan, ageUpTo: "5" }],
        [...planForm, discardedPlan],
        [staff("head"), roundPage, "round_changed"],
        [staff("head"), roundPage, "round_changed"],
        [staff("head"), roundPage, "round_changed", { version: "0" }],
        [staff("head"), changePage],
        [...changeForm, { version: "0" }],
        [...changeForm, { own_es_0: "Toca en la banda", drawOn: "2020-06-01" }],
        [...changeForm, { ...ownCriterion, own_points_0: "4" }],
        [staff("head"), roundPage, "round_discarded"],
        [...planForm, discardedPlan],
        [staff("head"), `${roundPage}&opening=yes`],
        [staff("head"), `${roundPage}&opening=yes`, "round_opened"],
        [staff("head"), changePage],
        [...changeForm, { meritsBy: "2099-06-30" }],
        [
          ...changeForm,
          { ...ownCriterion, points_resident: "4", meritsBy: "2099-06-30", reason: "El día era otro." },
        ],
        discardedPublicPage,
        [staff("head"), roundPage, "round_withdrawn"],
        [staff("head"), roundPage, "round_withdrawn", { reason: "Se hará en septiembre." }],
        discardedPublicPage,
        [...planForm, plan],
        [staff("head"), `${roundPage}&opening=yes`, "round_opened"],
      ];
    },
  ],
  "round-draw": [
    "admission 2 to 5: points are checked, the list is closed, two members enter the number, the head moves a student",
    async () => {
      const points = pointsOf(0);
      const [roc] = families as [Visitor];
      const move = `/desk/round/move?year=${YEAR}&reference=${roundEnrollments[1]?.reference}&to=51/`;
      const recordPage = `/desk/enrollments/${roundEnrollments[0]?.reference}`;
      const scoreForm: PageForm = [staff("secretary"), roundPage, "merit_checked mark-level"];
      return [
        [roc, points],
        [roc, points, "submitClaimsAction"],
        [roc, points, "submitClaimsAction", { merits: true }],
        [roc, "/account/password"],
        [roc, "/account"],
        [families[1] as Visitor, pointsOf(1)],
        [staff("secretary"), roundPage, "merit_checked merit-checked"],
        [staff("secretary"), recordPage, "merit_checked merit-refused"],
        [staff("head"), recordPage, "merit_checked merit-checked"],
        [...scoreForm, { reference: "NONE", mark: "4" }],
        [...scoreForm, { reference: roundEnrollments[1]?.reference ?? "", mark: "6" }],
        [...scoreForm, { reference: roundEnrollments[1]?.reference ?? "", mark: "2" }],
        [...scoreForm, { reference: roundEnrollments[1]?.reference ?? "", mark: "3" }, { mark: "2" }],
        [roc, points],
        [staff("head"), roundPage],
        [staff("head"), `/desk/round/freeze?year=${YEAR}`, "round_frozen"],
        [staff("head"), roundPage, "round_taken_back"],
        [staff("head"), roundPage, "round_taken_back", { reason: "Faltaba una solicitud." }],
        [staff("head"), `/desk/round/freeze?year=${YEAR}`, "round_frozen"],
        publicPage,
        [roc, points],
        [roc, `${points.replace("/points", "/choices")}`],
        [staff("head"), `/desk/enrollments/${roundEnrollments[0]?.reference}/correct/studies`],
        [staff("secretary"), roundPage, "draw_typed"],
        [staff("secretary"), roundPage, "draw_typed", { number: "4b" }],
        [staff("secretary"), roundPage, "draw_typed", { number: "048 275 916" }],
        [staff("head"), roundPage, "draw_typed", { number: "1" }],
        [staff("secretary"), roundPage, "draw_typed", { number: "048275916" }],
        [staff("head"), roundPage, "draw_typed", { number: "048275916" }],
        [staff("secretary"), `${roundPage}&lane=51`],
        [staff("head"), `${roundPage}&lane=51`],
        [staff("head"), move.replace(/&to=.*/, "")],
        [staff("head"), move],
        [staff("head"), move, "round_moved"],
        [staff("head"), move, "round_moved", { reason: "Solo puede los martes." }],
        [staff("head"), `${roundPage}&lane=51`],
        [staff("head"), move],
        [staff("head"), move, "round_move_undone"],
        [staff("head"), roundPage, "draw_voided", { reason: "Faltaba una bola." }],
        [staff("secretary"), roundPage, "draw_typed", { number: "7" }],
        [staff("head"), roundPage, "draw_typed", { number: "7" }],
        [staff("head"), roundPage],
        [staff("head"), roundPage, "round_provisional"],
        publicPage,
      ];
    },
  ],
  "round-lists": [
    "admission 6: an objection is answered, the list becomes final, the round ends",
    async () => {
      const points = pointsOf(0);
      const [roc, rut] = families as [Visitor, Visitor];
      const objectionPage = `${roundPage}&objection=${roundEnrollments[1]?.reference}`;
      return [
        [roc, "/account"],
        [roc, points],
        [roc, points, "submitObjectionAction"],
        [roc, points, "submitObjectionAction", { words: "Falta un punto." }],
        [rut, pointsOf(1), "submitObjectionAction", { words: "Y a mí otro." }],
        [staff("head"), roundPage],
        [staff("head"), objectionPage],
        [staff("head"), objectionPage, "merit_checked mark-level-REF-Rut", { mark: "1" }, { mark: "2" }],
        [staff("head"), objectionPage, "objection_answered", { answer: "Constan todos.", upheld: "no" }],
        [staff("head"), roundPage],
        [staff("head"), roundPage, "objection_answered"],
        [staff("head"), roundPage, "merit_checked merit-refused"],
        [staff("head"), roundPage, "merit_checked merit-checked"],
        [staff("head"), roundPage, "merit_checked mark-level-REF-Roc", { mark: "3" }],
        [staff("head"), roundPage, "objection_answered", { answer: "No consta.", upheld: "yes" }],
        [roc, points],
        [staff("head"), roundPage, "round_final"],
        publicPage,
        [roc, points],
        [staff("head"), roundPage, "round_closed"],
        publicPage,
      ];
    },
  ],
  "round-courses": [
    "admission 3: before the list is final the head assigns a course to a student with a place without one",
    async () => {
      const move = `/desk/round/move?year=${YEAR}&reference=${await publishWithoutCourse()}&to=52/52`;
      return [
        [staff("secretary"), roundPage],
        [staff("head"), roundPage],
        [staff("secretary"), `/desk/waiting-list?year=${YEAR}`],
        [staff("head"), move, "round_moved", { reason: "Empieza segundo." }],
        [staff("head"), roundPage],
      ];
    },
  ],
};
