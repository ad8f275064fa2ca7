import { answerOf, type Enrollments, MatriculaError, matricula } from "./client.js";

const api = matricula(process.env.BASE_URL ?? "http://localhost:3000", process.env.API_KEY ?? "");

const {
  data: [year],
} = await answerOf(api.GET("/api/v1/academic/school_years"));
if (!year) throw new Error("There is no school year.");

const { data: subjects } = await answerOf(
  api.GET("/api/v1/academic/subjects", { params: { query: { school_year_id: year.id } } }),
);
console.log(`${year.year}: ${subjects.length} subjects`);

const body: Enrollments["adult"] = {
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
};
try {
  const { reference } = await api.enroll("adult", body);
  console.log(reference);
} catch (error) {
  if (!(error instanceof MatriculaError)) throw error;
  console.error(`${error.code}: ${error.message}`, error.fields);
  process.exitCode = 1;
}

for await (const event of api.events({ every: false })) {
  if (event.type === "enrollment.created") console.log(event.type, event.data.reference);
}
