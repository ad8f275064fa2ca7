import { createHash } from "node:crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { STAFF_PASSWORD } from "@/test/support/domain/totp";
import type { Visitor } from "./browser";
import {
  BULK_ID,
  currentSchool,
  DONE_BULK_ID,
  DUPLICATES_BULK_ID,
  type FixtureSchool,
  GROUP_MAIL_BULK_ID,
  INVITATION_TOKEN,
  linkTokens,
  PLACE_CONFIRMATION_TOKEN,
  RENEWAL_TOKEN,
  SIGN_IN_TOKEN,
} from "./fixture-school";
import { importScenarios, integratorScenarios } from "./integrator-scenarios";
import { roundScenarios } from "./round-scenarios";
import { CODE_PLACEHOLDER, dateInput, NO_PAGE, type PageForm, type Submission } from "./submit-form";
import { wizardScenarios } from "./wizard-scenarios";

type Name = keyof FixtureSchool["references"];

const desk = (name: Name, rest = "") => `/desk/enrollments/${currentSchool.school.references[name]}${rest}`;
const staff = (role: "reader" | "secretary" | "head" | "admin") => currentSchool.school.staff[role].visitor;
const family = (name: string) => currentSchool.school.family(`${name}@example.org`);
const anyVisitor = (): Visitor => ({ cookieJar: new Map() });
const tooLong = "x".repeat(2001);

/** Errors, then success of each action, in sequence in one school. */
export const scenarios: Record<
  string,
  [promise: string, createSubmissions: () => Submission[] | Promise<Submission[]>]
> = {
  // Before erasures, which delete suppressed addresses.
  ...integratorScenarios,
  "one-enrollment": [
    "desk 12, 13, 14, 16 and 17: notes, labels, corrections, disagreements, marks and mails",
    () => {
      const onCarla = (role: "secretary" | "head" = "secretary"): [Visitor, string] => [
        staff(role),
        desk("carla"),
      ];
      return [
        [...onCarla(), "noted"],
        [...onCarla(), "noted", { note: tooLong }],
        [...onCarla(), "noted", { note: "Ha llamado la madre." }],
        [...onCarla(), "labelled"],
        [...onCarla(), "labelled", { label: "x".repeat(41) }],
        [...onCarla(), "labelled", { label: "coro" }],
        [...onCarla(), "unlabelled beca"],
        [...onCarla(), "disagreement_settled"],
        [...onCarla(), "disagreement_settled", { settlement: tooLong }],
        [...onCarla(), "disagreement_settled", { settlement: "Han hablado." }],
        [...onCarla(), "correction_declined answer-"],
        [...onCarla(), "correction_declined accept-"],
        [...onCarla("head"), "guardian_kept_apart person-david"],
        [...onCarla("head"), "guardian_kept_apart person-david", { reason: "Lo pide el juzgado." }],
        [...onCarla("head"), "guardian_kept_apart person-david", { reason: "Ya no." }],
        [...onCarla(), "sent_again berta", { email: "no" }],
        [...onCarla(), "sent_again berta", { email: "alba@example.org" }],
        [...onCarla(), "sent_again berta", { email: "berta2@example.org" }],
      ];
    },
  ],
  questions: [
    "desk 37: a family is asked, answers, and the question is closed",
    async () => {
      const ask: PageForm = [staff("secretary"), desk("waiting", "/ask"), "family_asked"];
      const answered = `/account/enrollments/${currentSchool.school.references.waiting}`;
      return [
        [...ask, { reason: "", words: "" }],
        [...ask, { words: tooLong }],
        [...ask, { words: "¿Toca ya?", intent: "look" }],
        [...ask, { words: "¿Toca ya?" }],
        [await family("walda"), answered, "answerQuestionAction"],
        [await family("walda"), answered, "answerQuestionAction", { reply: tooLong }],
        [await family("walda"), answered, "answerQuestionAction", { reply: "Un poco." }],
        [staff("secretary"), desk("waiting"), "question_closed"],
        [staff("secretary"), desk("carla"), "question_closed"],
      ];
    },
  ],
  correct: [
    "desk 12 and 14, families 15: a correction is previewed before it is saved, and the family sees what was corrected",
    async () => {
      const student: PageForm = [staff("secretary"), desk("ada", "/correct/student"), "correctAction"];
      const child: PageForm = [staff("secretary"), desk("carla", "/correct/student"), "correctAction"];
      return [
        [staff("secretary"), desk("ada", "/correct/student"), "correctAction"],
        [...student, { student_email: "no", student_birth_date_day: "31", student_birth_date_month: "2" }],
        [...student, { student_email: "" }],
        [...student, { student_name: "Adelaida", version: NO_PAGE }],
        [...student, { student_name: "Adelaida" }, {}],
        [await family("ada"), `/account/enrollments/${currentSchool.school.references.ada}`],
        [...child, { student_birth_date_year: "2011" }],
        [...child, { student_birth_date_year: "1990" }],
        [staff("secretary"), desk("ada"), "correction_undone"],
        [
          staff("secretary"),
          desk("carla", "/correct/studies"),
          "correctAction",
          { student_speciality_option1: "62" },
        ],
        [
          staff("secretary"),
          desk("waiting", "/correct/studies"),
          "correctAction",
          { student_speciality_option1: "", student_syllabi_option1: "61" },
        ],
        [
          staff("secretary"),
          desk("untold", "/correct/studies"),
          "correctAction",
          { student_speciality_option1: "62" },
        ],
        [
          staff("secretary"),
          desk("untold", "/correct/student"),
          "correctAction",
          { student_birth_date_year: "1991" },
        ],
      ];
    },
  ],
  decide: [
    "desk 11, 12, 19 to 23 and 36: decisions, their blockers, and undoing",
    () => {
      const reject: PageForm = [staff("secretary"), desk("ada", "/decide/rejected"), "decideAction"];
      const second: PageForm = [staff("head"), desk("second", "/decide/accepted"), "decideAction"];
      return [
        [staff("secretary"), desk("ada", "/decide/rejected"), "decideAction"],
        [...reject, { reason: "age", words: tooLong }],
        [
          ...reject,
          { reason: "age", words: "Lo sentimos.", intent: "look" },
          { words: tooLong, intent: "decide" },
        ],
        [...reject, { reason: "age", version: "77" }],
        [staff("secretary"), desk("ada", "/decide/accepted"), "decideAction", { intent: "look" }],
        [
          staff("secretary"),
          desk("ada", "/decide/accepted"),
          "decideAction",
          { speciality: "none", intent: "show" },
          { syllabus: "61", intent: "look" },
        ],
        [staff("secretary"), desk("ada", "/decide/waiting"), "decideAction"],
        [...reject, { reason: "age", words: "Lo sentimos." }],
        [staff("secretary"), desk("ada"), "decision_undone"],
        [
          staff("secretary"),
          `${desk("ada", "/decide/withdrawn")}?list=all`,
          "decideAction",
          { reason: "family", tell: "now" },
        ],
        [staff("admin"), `/desk/bulk/${DUPLICATES_BULK_ID}?do=accepted`, "chooseBulkAction"],
        [
          staff("admin"),
          `/desk/bulk/${DUPLICATES_BULK_ID}/check`,
          "bulk_duplicate_included include-REF-noel",
        ],
        [staff("secretary"), desk("asked"), "place_kept", { version: "77" }],
        [staff("secretary"), desk("otto"), "said_two_people two-REF-noel"],
        [staff("secretary"), desk("otto"), "said_two_people two-REF-noel"],
        [
          staff("secretary"),
          `${desk("otto", "/decide/withdrawn")}?repeats=${currentSchool.school.references.noel}`,
          "decideAction",
        ],
        [staff("secretary"), desk("noel", "/decide/accepted"), "decideAction", { intent: "look" }],
        [staff("secretary"), desk("noel"), "decideAction", { version: "77" }],
        [staff("secretary"), `${desk("noel")}?list=all`, "decideAction", { intent: "next" }],
        [staff("head"), desk("second", "/decide/accepted"), "decideAction"],
        [...second, { reason: "other", inside: "Acordado.", tell: "with_list" }],
        [staff("secretary"), desk("untold"), "decision_undone", { version: "77" }],
      ];
    },
  ],
  pane: [
    "desk 35: decisions and notes in the pane beside the list, and shortcuts turned off",
    () => {
      const besideList: [Visitor, string] = [
        staff("secretary"),
        `/desk/enrollments?label=2&open=${currentSchool.school.references.sara}`,
      ];
      return [
        [...besideList, "decideAction decide-rejected", { intent: "look" }],
        [...besideList, "decideAction decide-waiting", { intent: "look" }, { intent: "decide" }],
        [...besideList, "decision_undone"],
        [...besideList, "noted", { note: "Ha llamado." }],
        [staff("secretary"), "/desk/me", "shortcuts_turned"],
        [staff("secretary"), "/desk/me", "shortcuts_turned"],
      ];
    },
  ],
  places: [
    "desk 20 and 23: limits of places, and the list of notifications",
    () => {
      const places: PageForm = [staff("head"), "/desk/places?year=6", "saveLimitsAction"];
      return [
        [...places, { "limit-61-": "many" }],
        [...places, { "limit-61-": "4", "was-limit-61-": "9" }],
        [...places, { pairSpeciality: "62" }],
        [...places, { "limit-61-": "4", pairSpeciality: "62", pairSyllabus: "62", pairLimit: "1" }],
        [staff("head"), "/desk/waiting-list?year=6", "callNextAction"],
        [staff("head"), "/desk/tell?year=6", "previewListAction", { day: "2020-01-01", time: "10:00" }],
        [staff("head"), "/desk/tell?year=6", "previewListAction", { day: "2099-01-01", time: "10:00" }],
        [staff("head"), "/desk/tell/check?year=6", "scheduleListAction", { count: "77" }],
        [staff("head"), "/desk/tell/check?year=6&day=2099-01-01&time=10:00", "scheduleListAction"],
        [staff("head"), "/desk/tell?year=6", "unscheduleListAction"],
      ];
    },
  ],
  renewal: [
    "admission 14: students with a place are asked to renew until a day; their number must be the displayed one",
    () => {
      const page = "/desk/renewal?year=6";
      const checked = "/desk/renewal/check?year=6&day=2099-01-01";
      return [
        [staff("head"), page, "previewRenewalAction"],
        [staff("head"), page, "previewRenewalAction", { answerBy: "2099-01-01" }],
        [staff("head"), checked, "openRenewalAction", { count: "77" }],
        [staff("head"), checked, "openRenewalAction", { count: "7" }],
        [staff("head"), checked, "openRenewalAction"],
        [staff("head"), page, "renewal_stopped"],
      ];
    },
  ],
  "renewal-asked": [
    "admission 14: after the mails were sent only the day is changed",
    async () => {
      const data = { schoolYearId: 6, answerBy: new Date("2099-01-01"), askedAt: new Date() };
      await prisma().renewal.create({ data });
      return [[staff("head"), "/desk/renewal?year=6", "previewRenewalAction", { answerBy: "2099-02-01" }]];
    },
  ],
  "renewal-link": [
    "admission 14: the mail's link asks for a birth date, then for the answer; leaving is undone",
    async () => {
      const { paula: reference } = currentSchool.school.references;
      const { studentId } = await prisma().enrollment.findUniqueOrThrow({
        where: { reference },
        select: { studentId: true },
      });
      const hash = new Uint8Array(createHash("sha256").update(RENEWAL_TOKEN).digest());
      const link = { hash, personId: studentId, createdAt: new Date(), expiresAt: new Date("2099-01-01") };
      await prisma().answerLink.create({ data: link });
      const born = dateInput("student_birth_date", "17", "5", "1990");
      const paula = anyVisitor();
      const page = `/answer/${RENEWAL_TOKEN}`;
      return [
        [paula, page, "checkBirthDateAction", { ...born, student_birth_date_year: "1991" }],
        [paula, page, "checkBirthDateAction", born],
        [paula, page, "answerRenewalAction"],
        [paula, page, "answerRenewalAction", { answer: "leave" }],
        [paula, page, "undoLeaveByLinkAction"],
        [paula, page, "answerRenewalAction", { answer: "change" }],
        [paula, page, "answerRenewalAction", { answer: `${studentId} 61 -` }],
      ];
    },
  ],
  texts: [
    "desk 44 and 12: texts and reasons are previewed, refused, in conflict and saved; a reason is retired",
    () => {
      const textForm = (page: string, action: string): PageForm => [
        staff("admin"),
        `/desk/texts/${page}`,
        action,
      ];
      const inEachLanguage = { es: "No hay grupo.", ca: "No hi ha grup.", en: "There is no group." };
      const texts = { es: "# Uno\n\nDos.", ca: "# U\n\nDos.", en: "# One\n\nTwo." };
      return [
        [staff("admin"), "/desk/setup/texts", "legal_texts_kept"],
        [...textForm("privacy", "legal_text_imported"), texts],
        [...textForm("privacy", "legal_text_imported"), { es: "Sin título", ca: "# U\n\n{director}" }],
        [...textForm("privacy", "legal_text_imported"), { es: "# Uno\n\n{mail}", intent: "look" }],
        [...textForm("privacy", "legal_text_imported"), { es: "# Uno\n\nTres.", was: "7" }, {}],
        [...textForm("mails/accepted", "mail_sentence_changed"), { es: "Trae tu viola." }],
        [...textForm("mails/accepted", "mail_sentence_changed"), { ...inEachLanguage, intent: "look" }],
        [...textForm("mails/accepted", "mail_sentence_changed"), { ...inEachLanguage, was: "Otra." }, {}],
        [...textForm("new-reason", "reason_changed"), {}],
        [...textForm("new-reason", "reason_changed"), { ...inEachLanguage, offeredFor: "rejected" }],
        [...textForm("reasons/no_hay_grupo", "reason_changed"), { es: "No hay ningún grupo." }],
        [...textForm("reasons/no_hay_grupo", "reason_retired")],
      ];
    },
  ],
  settings: [
    "desk 30 and 12: a setting is previewed, changed, in conflict and reset; a logo is added and removed",
    () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>';
      const logo = new File([svg], "logo.svg");
      const setting = (name: string): PageForm => [
        staff("admin"),
        `/desk/settings/${name}`,
        "saveSettingAction",
      ];
      return [
        [...setting("answer_within_days"), { answer_within_days: "many" }],
        [...setting("answer_within_days"), { answer_within_days: "20", intent: "look" }],
        [...setting("answer_within_days"), { answer_within_days: "20", was: "12" }],
        [...setting("answer_within_days"), { answer_within_days: "20" }],
        [staff("admin"), "/desk/settings?said=setting&saidOf=answer_within_days", "saveSettingAction"],
        [...setting("supported_countries"), { supported_countries: "Espanya" }],
        [...setting("supported_countries"), { supported_countries: "España\npt" }],
        [staff("admin"), "/desk/settings?said=setting&saidOf=supported_countries", "saveSettingAction"],
        [...setting("contact_email"), { contact_email: "no" }],
        [...setting("school_name"), { school_name: "" }],
        [...setting("show_waiting_rank"), { show_waiting_rank: "true" }],
        [...setting("show_waiting_rank"), { show_waiting_rank: "false" }],
        [...setting("keep_placed_years"), { keep_placed_years: "9" }],
        [staff("admin"), "/desk/settings/logo", "saveLogoAction"],
        [staff("admin"), "/desk/settings/logo", "saveLogoAction", { logo }],
        [staff("admin"), "/desk/settings/logo", "saveLogoAction none"],
        // desk 31: an audit entry with both values.
        [staff("admin"), "/desk/audit?action=setting_changed"],
      ];
    },
  ],
  pictures: [
    "families 41: errors of a picture, another alternative text, and removal",
    () => {
      const piano: PageForm = [staff("admin"), "/desk/catalogue/specialities/61", "savePictureAction"];
      return [
        [staff("admin"), "/desk/catalogue/specialities/61", "savePictureAction"],
        [...piano, { alt_es: "Un piano", alt_ca: "Un piano", alt_en: "A piano" }],
        [staff("admin"), "/desk/catalogue/specialities/62", "savePictureAction", { alt_en: "A fiddle" }],
        [staff("admin"), "/desk/catalogue/specialities/62", "removePictureAction"],
      ];
    },
  ],
  catalogue: [
    "desk 26 and 27: a row is added, changed and removed after a preview; a new year is created as displayed, its days and a price changed",
    () => {
      const row = (address: string, year = 6): PageForm => [
        staff("admin"),
        `/desk/catalogue/${address}?year=${year}`,
        "saveRowAction row",
      ];
      return [
        [...row("grading_systems/new"), {}],
        [...row("grading_systems/new"), { cell_name: "Por letras" }, {}],
        [...row("specialities/61"), {}],
        [...row("specialities/61"), { cell_name: "Piano clásico" }],
        [...row("school_years/6"), { cell_end_school_year: "2001-01-01" }],
        [...row("degrees/1"), { cell_name: "Otra", version: NO_PAGE }],
        [
          staff("admin"),
          "/desk/catalogue/next?year=6&start_enrollment=2099-05-04&start_school_year=2099-09-07&end_school_year=2100-06-30",
          "addYearAction",
          { seen: NO_PAGE },
        ],
        [
          staff("admin"),
          "/desk/catalogue/next?year=6&percent=10&roundTo=100&start_enrollment=2099-05-04&start_school_year=2099-09-07&end_school_year=2100-06-30",
          "addYearAction",
        ],
        [...row("school_years/8", 8), { cell_end_enrollment: "2099-08-01" }, {}],
        [...row("subjects/72", 7), {}],
        [...row("subjects/72", 7), { cell_price: "16,5" }, {}],
        [...row("subjects/72", 7), { cell_price: "16.5" }],
        [...row("subjects/72", 7), { cell_price: "17", version: NO_PAGE }, {}],
        [staff("admin"), "/desk/audit?action=catalogue_changed"],
      ];
    },
  ],
  labels: [
    "desk 42: labels are renamed, merged and retired",
    () => {
      const labelsPage: [Visitor, string] = [staff("secretary"), "/desk/labels"];
      return [
        [...labelsPage, "label_renamed", { label: "" }],
        [...labelsPage, "label_renamed", { label: "Beca" }],
        [...labelsPage, "labels_merged"],
        [...labelsPage, "label_retired"],
        [staff("secretary"), desk("ada"), "labelled", { label: "beca" }],
        [...labelsPage, "label_retired"],
      ];
    },
  ],
  many: [
    "desk 24, 25 and 34: bulk actions, exports and saved views",
    () => {
      const rejected: PageForm = [staff("admin"), "/desk/enrollments?state=rejected", "selectRowsAction"];
      return [
        [staff("admin"), "/desk/enrollments", "selectRowsAction"],
        [...rejected, { which: "page" }, { which: "none" }],
        [...rejected, { which: "page" }, { which: "label" }],
        [staff("admin"), "/desk/enrollments?state=rejected&sort=name", "view_saved"],
        [staff("admin"), "/desk/enrollments?state=rejected&sort=name", "view_saved", { view: "Sin plaza" }],
        [
          staff("admin"),
          "/desk/enrollments?state=rejected",
          "view_saved",
          { view: "Sin plaza" },
          { view: "Sin plaza", replace: "yes" },
        ],
        [staff("admin"), "/desk/enrollments", "view_dropped"],
        [...rejected, { which: "all" }],
        [staff("admin"), `/desk/bulk/${BULK_ID}?do=label`, "chooseBulkAction"],
        [staff("admin"), `/desk/bulk/${BULK_ID}?do=rejected`, "chooseBulkAction"],
        [
          staff("admin"),
          `/desk/bulk/${BULK_ID}?do=rejected`,
          "chooseBulkAction",
          { reason: "age", words: tooLong },
        ],
        [staff("admin"), `/desk/bulk/${BULK_ID}?do=accepted`, "chooseBulkAction"],
        [staff("admin"), `/desk/bulk/${BULK_ID}?do=label`, "chooseBulkAction", { label: "coro" }],
        [
          staff("admin"),
          `/desk/bulk/${BULK_ID}?do=label&list=state%3Drejected`,
          "chooseBulkAction",
          { label: "banda" },
        ],
        [staff("admin"), `/desk/bulk/${BULK_ID}?do=write`, "chooseBulkAction"],
        [staff("admin"), `/desk/bulk/${BULK_ID}?do=write`, "chooseBulkAction", { text_ca: "{cognom}" }],
        [staff("admin"), `/desk/bulk/${GROUP_MAIL_BULK_ID}/check`, "bulk_started"],
        [staff("admin"), `/desk/bulk/${BULK_ID}/check`, "bulk_started", { version: "77" }],
        [staff("admin"), `/desk/bulk/${BULK_ID}/check`, "bulk_started"],
        [staff("admin"), `/desk/bulk/${DONE_BULK_ID}`, "selectSkippedAction"],
        [staff("admin"), `/desk/bulk/${DONE_BULK_ID}`, "bulk_undone"],
        [staff("admin"), "/desk/exports/new", "exportAction", { column: false }],
        [staff("admin"), "/desk/exports/new?year=6", "exportAction", { format: "csv;" }],
        [staff("secretary"), "/desk/exports/new?year=6&state=accepted", "exportAction", { format: "xlsx" }],
        [staff("reader"), "/desk", "searchAction", { words: "puig" }],
        [staff("reader"), "/desk", "searchAction"],
        [staff("reader"), "/desk", "searchAction", { words: currentSchool.school.references.carla }],
      ];
    },
  ],
  family: [
    "families 34: renewing, leaving, and blockers",
    async () => {
      const paula = await family("paula");
      const leave = `/account/enrollments/${currentSchool.school.references.paula}/leave`;
      return [
        [paula, leave, "leaveAction", { reference: "AAAAAAAA" }],
        [paula, leave, "leaveAction"],
        [paula, "/account", "undoLeaveAction"],
        [paula, "/account", "renewAction"],
        [paula, "/account", "renewAction", { terms: "yes", terms_url: "https://example.org/old" }],
        [paula, "/account", "renewAction", { terms: "yes", year: "7" }],
      ];
    },
  ],
  paper: [
    "desk 15: a paper form is validated like the wizard, and shows an existing person",
    () => {
      const sheet = "sheet=00000000-0000-4000-8000-000000000001";
      const adult = `/desk/paper?who=adult&year=6&${sheet}`;
      const born = dateInput("student_birth_date", "1", "2", "1990");
      const signed = { signed_by: "Nora", ...dateInput("signed_on", "3", "4", "2026") };
      const nora = {
        student_email: "nora@example.org",
        student_name: "Nora",
        student_surname: "Pi",
        ...born,
        student_document_type: "passport",
        student_document: "P7654321",
        student_phone: "600111222",
        student_phone_country_code: "+34",
        student_country: "es",
        student_city: "Reus",
        student_zip_code: "43201",
        student_address: "Carrer Nou 1",
      };
      const paper: PageForm = [staff("secretary"), adult, "enrollOnPaperAction"];
      return [
        [staff("secretary"), adult, "enrollOnPaperAction"],
        [...paper, { ...nora, ...signed, signed_on_year: "2999" }],
        [...paper, { ...nora, ...signed, student_birth_date_year: "2015" }],
        [staff("secretary"), `/desk/paper?who=minor&year=6&${sheet}`, "enrollOnPaperAction"],
        [...paper, { ...nora, ...signed, student_email: "ada@example.org" }],
        [...paper, { ...nora, ...signed }],
        [
          staff("secretary"),
          `/desk/paper?of=${currentSchool.school.references.paula}&how=again&year=6&${sheet}`,
          "enrollOnPaperAction",
          signed,
        ],
      ];
    },
  ],
  staff: [
    "desk 2, 4 and 5: staff are invited, changed and removed; signing in, and out",
    () => {
      const password: PageForm = [
        staff("admin"),
        "/desk/password?to=%2Fdesk%2Fstaff",
        "confirmPasswordAction",
      ];
      const own: PageForm = [staff("admin"), "/desk/me", "changePasswordAction"];
      const invitation = (): PageForm => [
        anyVisitor(),
        `/desk/invitation/${INVITATION_TOKEN}`,
        "acceptInvitationAction",
      ];
      const setup: [Visitor, string] = [currentSchool.school.staff.setup, "/desk/second-factor"];
      return [
        [staff("admin"), "/desk/staff", "staff_invited", { email: "no" }],
        [staff("admin"), "/desk/staff", "staff_invited", { email: "nueva@school.example", role: "head" }],
        [staff("admin"), "/desk/staff", "staff_role_changed staff-admin", { role: "reader" }],
        [staff("admin"), "/desk/staff", "staff_role_changed staff-reader", { role: "head" }],
        [staff("admin"), "/desk/staff", "staff_factor_reset staff-reader"],
        [staff("admin"), "/desk/staff", "staff_removed staff-admin"],
        [staff("admin"), "/desk/staff", "staff_removed staff-reader"],
        [staff("admin"), "/desk/me", "changePasswordAction"],
        [...own, { current: "wrong", password: "otra silla verde lenta" }],
        [staff("admin"), "/desk/password?to=%2Fdesk%2Fstaff", "confirmPasswordAction"],
        [...password, { password: "wrong" }],
        [...password, { password: STAFF_PASSWORD }],
        [anyVisitor(), "/desk/sign-in", "signInAction"],
        [anyVisitor(), "/desk/sign-in", "signInAction", { email: "admin@school.example", password: "wrong" }],
        [
          anyVisitor(),
          "/desk/sign-in?to=%2Fdesk%2Fplaces",
          "signInAction",
          { email: "setup@school.example", password: STAFF_PASSWORD },
        ],
        [currentSchool.school.staff.code, "/desk/second-factor", "submitCodeAction", { code: "000000" }],
        [...setup, "confirmFactorAction", { code: "000000" }, { code: CODE_PLACEHOLDER }],
        [
          currentSchool.school.staff.setup,
          "/desk/second-factor/codes?to=%2Fdesk%2Fplaces",
          "confirmCodesSavedAction",
        ],
        [anyVisitor(), `/desk/invitation/${INVITATION_TOKEN}`, "acceptInvitationAction"],
        [...invitation(), { name: "Inés", password: "short" }],
        [...invitation(), { name: "Inés", password: STAFF_PASSWORD }],
        [staff("head"), "/desk/me", "endOwnSessionAction"],
        [staff("secretary"), "/desk", "signOutAction"],
      ];
    },
  ],
  data: [
    "desk 32: requests for data are noted, answered and carried out",
    () => [
      [staff("admin"), "/desk/data", "access_noted", { email: "nobody@example.org" }],
      [staff("admin"), "/desk/data", "access_noted", { email: "wilma@example.org", kind: "erasure" }],
      [staff("admin"), "/desk/data/1", "request_done done"],
      [staff("admin"), "/desk/data/2", "erased"],
      [staff("admin"), "/desk/data/2", "erased", { sure: true }],
      [staff("admin"), "/desk/data/2", "request_done refused"],
      [staff("admin"), "/desk/data/3", "erased", { sure: true }],
    ],
  ],
  account: [
    "families 9, 12, 13, 14 and 20: a family withdraws, keeps its place, changes its choices and asks to be erased",
    async () => {
      const [alba, wanda, blas, ulises, walda] = (await Promise.all(
        ["alba", "wanda", "blas", "ulises", "walda"].map(family),
      )) as [Visitor, Visitor, Visitor, Visitor, Visitor];
      const account = (name: Name, rest: string) =>
        `/account/enrollments/${currentSchool.school.references[name]}${rest}`;
      return [
        [alba, "/account", "confirmOwnPlaceAction"],
        [wanda, "/account", "undoWithdrawalAction"],
        [wanda, account("withdrawn", "/withdraw"), "withdrawAction"],
        [blas, account("backed", "/choices"), "changeChoicesAction", { student_speciality_option2: "61" }],
        [blas, account("backed", "/choices"), "changeChoicesAction", { student_speciality_option1: "62" }],
        [blas, account("backed", "/choices"), "changeChoicesAction", { reference: "AAAAAAAA" }],
        [ulises, "/account/data/erase", "requestErasureAction"],
        [ulises, "/account/data", "withdrawErasureRequestAction"],
        [walda, "/account", "signOutAction"],
      ];
    },
  ],
  links: [
    "families 7, 10, 16 and 17: the pages of links in mails, and the answers of a second guardian",
    async () => {
      const [nadia, pau, lidia, , rosa] = (await Promise.all(
        ["nadia", "pau", "lidia", "ada", "rosa"].map(family),
      )) as [Visitor, Visitor, Visitor, Visitor, Visitor];
      const oscar = anyVisitor();
      const born = dateInput("student_birth_date", "9", "3", "2017");
      const who = { name: "Óscar", surname: "Gil" };
      const asun = anyVisitor();
      const bornIn1990 = dateInput("student_birth_date", "17", "5", "1990");
      const confirm: PageForm = [
        oscar,
        `/account-setup/${linkTokens.oscar}?answer=confirm`,
        "confirmGuardianByLinkAction",
      ];
      const details: PageForm = [nadia, "/account/details", "correctUndeliveredEmailAction"];
      return [
        [oscar, `/account-setup/${linkTokens.oscar}`, "checkChildBirthDateAction", born],
        ...["", "?answer=disagree", "?answer=deny", "?answer=confirm"].map(
          (answer): Submission => [oscar, `/account-setup/${linkTokens.oscar}${answer}`],
        ),
        [oscar, `/account-setup/${linkTokens.oscar}?answer=disagree`, "disagreeAsGuardianAction"],
        [oscar, `/account-setup/${linkTokens.oscar}?answer=confirm`, "confirmGuardianByLinkAction"],
        [...confirm, { ...who, password: STAFF_PASSWORD }],
        [nadia, "/account/details", "correctUndeliveredEmailAction"],
        [...details, { second_guardian_email: "oscar2@example.org" }],
        [pau, "/account/guardian", "checkChildBirthDateAction", born],
        ...["", "?answer=disagree", "?answer=deny", "?answer=confirm"].map(
          (answer): Submission => [pau, `/account/guardian${answer}`],
        ),
        [pau, "/account/guardian?answer=deny", "denyGuardianAction"],
        [anyVisitor(), `/account-setup/${linkTokens.sara}/not-me`, "notMeAction"],
        [anyVisitor(), `/account-setup/${linkTokens.sara}`, "requestNewLinkAction"],
        [anyVisitor(), `/account-setup/address/${linkTokens.address}`, "confirmEmailAction"],
        [lidia, "/account", "resumeDraftAction"],
        [rosa, `/account-setup/${linkTokens.rosa}`, "resumeDraftByLinkAction"],
        [rosa, "/account/data", "endOtherSessionsAction"],
        [asun, `/answer/${PLACE_CONFIRMATION_TOKEN}.`],
        [asun, `/answer/${PLACE_CONFIRMATION_TOKEN}`, "checkBirthDateAction"],
        [asun, `/answer/${PLACE_CONFIRMATION_TOKEN}`, "checkBirthDateAction", born],
        [asun, `/answer/${PLACE_CONFIRMATION_TOKEN}`, "checkBirthDateAction", bornIn1990],
        [await family("asun"), "/account/answer"],
        [asun, `/answer/${PLACE_CONFIRMATION_TOKEN}`, "confirmPlacesAction"],
        [asun, `/answer/${PLACE_CONFIRMATION_TOKEN}`, "confirmPlacesAction", { answer: "kept" }],
      ];
    },
  ],
  details: [
    "families 10, 11 and 17: contact, e-mail, corrections and passwords; the answers of a second guardian",
    async () => {
      const [berta, david] = (await Promise.all(["berta", "david"].map(family))) as [Visitor, Visitor];
      const born = (year: string) => dateInput("student_birth_date", "19", "3", year);
      const contact: PageForm = [berta, "/account/details", "changeContactAction"];
      const language: PageForm = [berta, "/account/details", "changeMailLanguageAction"];
      const email: PageForm = [berta, "/account/details", "requestEmailChangeAction"];
      const correction: PageForm = [berta, "/account/details", "requestCorrectionAction"];
      const password: PageForm = [berta, "/account/password", "changePasswordAction"];
      const disagree: PageForm = [
        david,
        `/account/enrollments/${currentSchool.school.references.carla}/disagree`,
        "disagreeAction",
      ];
      return [
        [...contact, { guardian_phone: "x", guardian_city: "" }],
        [...contact, { guardian_phone: "611222333", guardian_city: "Vic" }],
        [...language, { mail_language: "ca" }],
        [berta, "/account/details", "requestEmailChangeAction"],
        [...email, { guardian_email: "berta3@example.org", password: "wrong" }],
        [...email, { guardian_email: "berta3@example.org", password: STAFF_PASSWORD }],
        [berta, "/account/details", "requestCorrectionAction"],
        [...correction, dateInput("student_birth_date", "31", "2", "2017")],
        [...correction, { student_surname: "Roca" }],
        [...password, { current: "wrong", password: "otra silla verde lenta" }],
        [...password, { current: STAFF_PASSWORD, password: "short" }],
        [david, "/account/guardian", "checkChildBirthDateAction"],
        [david, "/account/guardian", "checkChildBirthDateAction", born("2016")],
        [david, "/account/guardian", "checkChildBirthDateAction", born("2017")],
        [david, "/account/guardian?answer=disagree", "disagreeAsGuardianAction"],
        [david, "/account/guardian?answer=confirm", "confirmGuardianAction"],
        [david, "/account/guardian?answer=confirm", "confirmGuardianAction", { terms: true }],
        [david, "/account"],
        [david, "/account"],
        [david, `/account/enrollments/${currentSchool.school.references.carla}/disagree`],
        [david, `/account/enrollments/${currentSchool.school.references.carla}/disagree`, "disagreeAction"],
        [...disagree, { words: "No." }],
        [anyVisitor(), "/sign-in", "signInAction"],
        [anyVisitor(), "/sign-in", "signInAction", { email: "ada@example.org", password: "wrong" }],
        [anyVisitor(), "/sign-in", "signInAction", { email: "ada@example.org", password: STAFF_PASSWORD }],
        [anyVisitor(), "/forgotten-password", "forgottenPasswordAction"],
        [anyVisitor(), "/forgotten-password", "forgottenPasswordAction", { email: "rosa@example.org" }],
        [anyVisitor(), "/sign-in/link", "requestSignInLinkAction"],
        [anyVisitor(), "/sign-in/link", "requestSignInLinkAction", { email: "rosa@example.org" }],
        [anyVisitor(), `/sign-in/link/${SIGN_IN_TOKEN}`, "signInByLinkAction", { token: "x".repeat(43) }],
        [anyVisitor(), `/sign-in/link/${SIGN_IN_TOKEN}`, "signInByLinkAction"],
        [anyVisitor(), `/account-setup/${linkTokens.noel}`, "signInBySetupLinkAction"],
        [anyVisitor(), `/account-setup/${linkTokens.ada}`, "setPasswordAction", { password: "short" }],
        [anyVisitor(), `/account-setup/${linkTokens.ada}`, "setPasswordAction", { password: STAFF_PASSWORD }],
        [anyVisitor(), `/account-setup/${linkTokens.ada}`, "requestNewLinkAction"],
      ];
    },
  ],
  ...roundScenarios,
  ...wizardScenarios,
  ...importScenarios,
  "setup-ready": [
    "desk 43: a school with a complete set-up",
    async () => {
      await prisma().$executeRaw`insert into settings (key, value)
        values ('school_name', '"Escuela"'), ('contact_phone', '"+34 900 000 000"'), ('contact_address', '"Calle Mayor 1"'),
          ('contact_email', '"oficina@example.org"'), ('terms_url', '"https://escuela.example/t"') on conflict do nothing`;
      return [[staff("admin"), "/desk/setup"]];
    },
  ],
};
