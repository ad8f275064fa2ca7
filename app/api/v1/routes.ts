import type { RouteModule } from "@/lib/api/handle";
import * as adultEnrollment from "./academic/adult_enrollment/route";
import * as merits from "./academic/enrollments/[reference]/merits/route";
import * as placeAnswer from "./academic/enrollments/[reference]/place_answer/route";
import * as enrollment from "./academic/enrollments/[reference]/route";
import * as withdrawal from "./academic/enrollments/[reference]/withdrawal/route";
import * as enrollments from "./academic/enrollments/route";
import * as minorEnrollment from "./academic/minor_enrollment/route";
import * as returningEnrollment from "./academic/returning_enrollment/route";
import * as rounds from "./academic/rounds/route";
import * as schoolYears from "./academic/school_years/route";
import * as siblingEnrollment from "./academic/sibling_enrollment/route";
import * as specialities from "./academic/specialities/route";
import * as specialityExperience from "./academic/speciality_experience/route";
import * as subjects from "./academic/subjects/route";
import * as syllabis from "./academic/syllabis/route";
import * as events from "./events/route";
import * as countries from "./general/countries/route";
import * as documentTypes from "./general/document_types/route";
import * as terms from "./general/terms/route";
import * as sandboxClock from "./sandbox/clock/route";
import * as sandboxDecisions from "./sandbox/enrollments/[reference]/decisions/route";
import * as sandboxForm from "./sandbox/form_session/route";
import * as sandboxKeys from "./sandbox/keys/route";
import * as sandboxOutbox from "./sandbox/outbox/route";
import * as sandboxReset from "./sandbox/reset/route";
import * as sandboxRound from "./sandbox/round/route";
import * as sandboxSeed from "./sandbox/seed/route";
import * as webhookAttempts from "./webhook_endpoints/[id]/attempts/route";
import * as webhookPing from "./webhook_endpoints/[id]/ping/route";
import * as webhookReplay from "./webhook_endpoints/[id]/replay/route";
import * as webhookRotate from "./webhook_endpoints/[id]/rotate/route";
import * as webhookEndpoint from "./webhook_endpoints/[id]/route";
import * as webhookEndpoints from "./webhook_endpoints/route";

/** `server.ts` dispatches to these without Next. */
export const routes: readonly RouteModule[] = [
  schoolYears,
  specialities,
  subjects,
  syllabis,
  rounds,
  specialityExperience,
  adultEnrollment,
  minorEnrollment,
  enrollments,
  siblingEnrollment,
  returningEnrollment,
  enrollment,
  placeAnswer,
  merits,
  withdrawal,
  events,
  webhookEndpoints,
  webhookEndpoint,
  webhookPing,
  webhookRotate,
  webhookReplay,
  webhookAttempts,
  sandboxReset,
  sandboxSeed,
  sandboxRound,
  sandboxClock,
  sandboxDecisions,
  sandboxOutbox,
  sandboxForm,
  sandboxKeys,
  terms,
  countries,
  documentTypes,
];
