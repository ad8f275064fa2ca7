import type { RouteModule } from "@/lib/api/dispatch";
import * as adultEnrollment from "./academic/adult_enrollment/route";
import * as enrollment from "./academic/enrollments/[reference]/route";
import * as minorEnrollment from "./academic/minor_enrollment/route";
import * as schoolYears from "./academic/school_years/route";
import * as specialities from "./academic/specialities/route";
import * as specialityExperience from "./academic/speciality_experience/route";
import * as subjects from "./academic/subjects/route";
import * as syllabis from "./academic/syllabis/route";
import * as countries from "./general/countries/route";
import * as documentTypes from "./general/document_types/route";
import * as terms from "./general/terms/route";

/** The route modules by path: what `server.ts` dispatches on without going through Next. */
export const routes: Record<string, RouteModule> = {
  "/api/v1/academic/school_years": schoolYears,
  "/api/v1/academic/specialities": specialities,
  "/api/v1/academic/subjects": subjects,
  "/api/v1/academic/syllabis": syllabis,
  "/api/v1/academic/speciality_experience": specialityExperience,
  "/api/v1/academic/adult_enrollment": adultEnrollment,
  "/api/v1/academic/minor_enrollment": minorEnrollment,
  "/api/v1/academic/enrollments/{reference}": enrollment,
  "/api/v1/general/terms": terms,
  "/api/v1/general/countries": countries,
  "/api/v1/general/document_types": documentTypes,
};
