# REFERENCE is that of the year before; add what is to be studied now.
curl --silent --fail-with-body "$BASE_URL/api/v1/academic/returning_enrollment" \
  --retry 5 --retry-connrefused --write-out '\n%header{enrollment-reference}\n' \
  -H "Authorization: Bearer $API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: $REFERENCE-$SCHOOL_YEAR" \
  -d '{
    "reference": "'"$REFERENCE"'",
    "school_year_id": '"$SCHOOL_YEAR"',
    "terms_and_conditions": true
  }'
