# REFERENCE is that of a brother or sister: their first guardian becomes this child's.
curl --silent --fail-with-body "$BASE_URL/api/v1/academic/sibling_enrollment" \
  --retry 5 --retry-connrefused --write-out '\n%header{enrollment-reference}\n' \
  -H "Authorization: Bearer $API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: ona-serra-2026" \
  -d '{
    "reference": "'"$REFERENCE"'",
    "school_year_id": '"$SCHOOL_YEAR"',
    "student_email": "ona.serra@example.org",
    "student_name": "Ona",
    "student_surname": "Serra Vila",
    "student_birth_date": "2017-06-08",
    "terms_and_conditions": true
  }'
