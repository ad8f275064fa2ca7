const { BASE_URL, API_KEY, SCHOOL_YEAR } = process.env;

const idempotencyKey = crypto.randomUUID(); // keep it with the order, so that a restart retries under it
const body = JSON.stringify({
  school_year_id: Number(SCHOOL_YEAR),
  student_email: "bruno.vidal@example.org",
  student_name: "Bruno",
  student_surname: "Vidal Roca",
  student_birth_date: "1985-02-03",
  student_document_type: "passport",
  student_document: "XDA123456",
  student_phone: "600123457",
  student_phone_country_code: "+34",
  student_country: "es",
  student_city: "Girona",
  student_zip_code: "17001",
  student_address: "Plaça Nova 4",
  terms_and_conditions: true,
});

for (let attempt = 1; ; attempt++) {
  const response = await fetch(`${BASE_URL}/api/v1/academic/adult_enrollment`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${API_KEY}`,
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
    },
    body,
  }).catch((error) => error);

  if (response.status === 201) {
    console.log(response.headers.get("Enrollment-Reference"));
    break;
  }
  const again = response instanceof Error || [409, 429, 503].includes(response.status);
  const answer = response instanceof Error ? String(response) : await response.text();
  if (!again || answer.includes('"duplicate"') || attempt === 5) throw new Error(answer);
  const seconds = Number(response.headers?.get("Retry-After") ?? attempt);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
