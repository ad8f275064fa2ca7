# curl labels a body as a form; on GET the API reads it as JSON all the same.
curl --silent --fail-with-body -X GET "$BASE_URL/api/v1/academic/subjects" \
  -H "Authorization: Bearer $API_KEY" \
  -d '{"school_year_id": '"$SCHOOL_YEAR"'}'
