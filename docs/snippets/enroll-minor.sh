# A minor comes with a guardian; a second guardian needs second_guardian_email alone.
curl --silent --fail-with-body "$BASE_URL/api/v1/academic/minor_enrollment" \
  --retry 5 --retry-connrefused --write-out '\n%header{enrollment-reference}\n' \
  -H "Authorization: Bearer $API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: pau-serra-2026" \
  -d '{
    "school_year_id": '"$SCHOOL_YEAR"',
    "guardian_email": "marta.vila@example.org",
    "guardian_name": "Marta",
    "guardian_surname": "Vila Roca",
    "guardian_birth_date": "1985-11-02",
    "guardian_document_type": "passport",
    "guardian_document": "XDD100001",
    "guardian_phone": "600765432",
    "guardian_phone_country_code": "+34",
    "guardian_country": "es",
    "guardian_city": "Girona",
    "guardian_zip_code": "17001",
    "guardian_address": "Carrer Nou 2",
    "student_email": "pau.serra@example.org",
    "student_name": "Pau",
    "student_surname": "Serra Vila",
    "student_birth_date": "2015-03-14",
    "student_speciality_option1": '"$SPECIALITY"',
    "terms_and_conditions": true
  }'
