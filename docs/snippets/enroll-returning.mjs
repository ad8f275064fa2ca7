// REFERENCE is that of the year before; add what is to be studied now.
const { BASE_URL, API_KEY, SCHOOL_YEAR, REFERENCE } = process.env;

const response = await fetch(`${BASE_URL}/api/v1/academic/returning_enrollment`, {
  method: "POST",
  headers: {
    Authorization: `Bearer ${API_KEY}`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(), // keep it: sent again under it, nobody is enrolled twice
  },
  body: JSON.stringify({
    reference: REFERENCE,
    school_year_id: Number(SCHOOL_YEAR),
    terms_and_conditions: true,
  }),
});
if (!response.ok) throw new Error(await response.text());
console.log(response.headers.get("Enrollment-Reference"));
