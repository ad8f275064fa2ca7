# The key makes it safe to send again: the same request is answered with the first 201.
# curl does so when the service is away (a 5xx, a 429, no connection), never after a refusal.
curl --silent --fail-with-body "$BASE_URL/api/v1/academic/adult_enrollment" \
  --retry 5 --retry-connrefused --write-out '\n%header{enrollment-reference}\n' \
  -H "Authorization: Bearer $API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: ada-puig-2026" \
  -d '{
    "school_year_id": '"$SCHOOL_YEAR"',
    "student_email": "ada.puig@example.org",
    "student_name": "Ada",
    "student_surname": "Puig Serra",
    "student_birth_date": "1990-05-17",
    "student_document_type": "dni",
    "student_document": "12345678Z",
    "student_phone": "600123456",
    "student_phone_country_code": "+34",
    "student_country": "es",
    "student_city": "Girona",
    "student_zip_code": "17001",
    "student_address": "Plaça Nova 3",
    "terms_and_conditions": true
  }'
