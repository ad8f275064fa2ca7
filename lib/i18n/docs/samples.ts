/** Commands that the pages print, the same in every language; `{…}` is filled in. */
export const MINOR = `curl -i -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: pau-serra-2026" {base}/api/v1/academic/minor_enrollment -d '{
  "school_year_id": {year},
  "guardian_email": "marta.vila@example.org", "guardian_name": "Marta", "guardian_surname": "Vila Roca",
  "guardian_birth_date": "1985-11-02", "guardian_document_type": "dni", "guardian_document": "33221100S",
  "guardian_phone": "600765432", "guardian_phone_country_code": "+34", "guardian_country": "es",
  "guardian_city": "Girona", "guardian_zip_code": "17001", "guardian_address": "Carrer Nou 2",
  "student_email": "pau.serra@example.org", "student_name": "Pau", "student_surname": "Serra Vila",
  "student_birth_date": "2015-03-14", "student_speciality_option1": {speciality}, "terms_and_conditions": true
}'`;

export const EVENTS = 'curl -H "Authorization: Bearer $API_KEY" "{base}/api/v1/events?limit=200"';

export const ENDPOINT = `curl -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  {base}/api/v1/webhook_endpoints \\
  -d '{ "url": "https://app.example.org/matricula",
        "events": ["enrollment.accepted", "enrollment.rejected"] }'`;

/** With a test key, after the minor. */
export const DECISION = `export REFERENCE=K7M3XQ9A   # the Enrollment-Reference of Pau's 201
curl -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  {base}/api/v1/sandbox/enrollments/$REFERENCE/decisions -d '{"state":"accepted"}'
curl -H "Authorization: Bearer $API_KEY" "{base}/api/v1/sandbox/outbox?to=marta.vila@example.org&kind=accepted&wait=10"`;
