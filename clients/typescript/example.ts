import { matricula } from "./client";

const api = matricula(process.env.BASE_URL ?? "http://localhost:3000", process.env.API_KEY ?? "");

const years = await api.GET("/api/v1/academic/school_years");
const year = years.data?.data[0];
if (!year) throw new Error(years.error?.error.message ?? "There is no school year.");

const subjects = await api.GET("/api/v1/academic/subjects", {
  params: { query: { school_year_id: year.id } },
});
console.log(`${year.year}: ${subjects.data?.data.length} subjects`);

const enrollment = await api.POST("/api/v1/academic/adult_enrollment", {
  params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  body: {
    school_year_id: year.id,
    student_email: "elena.bosch@example.org",
    student_name: "Elena",
    student_surname: "Bosch Riu",
    student_birth_date: "1991-04-02",
    student_document_type: "passport",
    student_document: "XDC987654",
    student_phone: "600123460",
    student_phone_country_code: "+34",
    student_country: "es",
    student_city: "Girona",
    student_zip_code: "17001",
    student_address: "Plaça Nova 7",
    terms_and_conditions: true,
  },
});
if (enrollment.error) throw new Error(JSON.stringify(enrollment.error.error));
console.log(enrollment.data.data, enrollment.response.headers.get("Enrollment-Reference"));
