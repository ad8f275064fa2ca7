// A minor comes with a guardian; a second guardian needs second_guardian_email alone.
const { BASE_URL, API_KEY, SCHOOL_YEAR, SPECIALITY } = process.env;

const response = await fetch(`${BASE_URL}/api/v1/academic/minor_enrollment`, {
  method: "POST",
  headers: {
    Authorization: `Bearer ${API_KEY}`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(), // keep it: sent again under it, nobody is enrolled twice
  },
  body: JSON.stringify({
    school_year_id: Number(SCHOOL_YEAR),
    guardian_email: "nuria.camps@example.org",
    guardian_name: "Núria",
    guardian_surname: "Camps Font",
    guardian_birth_date: "1985-11-02",
    guardian_document_type: "passport",
    guardian_document: "XDD100002",
    guardian_phone: "600765433",
    guardian_phone_country_code: "+34",
    guardian_country: "es",
    guardian_city: "Girona",
    guardian_zip_code: "17001",
    guardian_address: "Carrer Nou 2",
    student_email: "jana.coll@example.org",
    student_name: "Jana",
    student_surname: "Coll Camps",
    student_birth_date: "2015-03-14",
    student_speciality_option1: Number(SPECIALITY),
    terms_and_conditions: true,
  }),
});
if (!response.ok) throw new Error(await response.text());
console.log(response.headers.get("Enrollment-Reference"));
