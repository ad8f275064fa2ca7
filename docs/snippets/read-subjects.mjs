// fetch refuses a body on GET, so the same member goes into the query string.
const { BASE_URL, API_KEY, SCHOOL_YEAR } = process.env;

const response = await fetch(`${BASE_URL}/api/v1/academic/subjects?school_year_id=${SCHOOL_YEAR}`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
});
if (!response.ok) throw new Error(await response.text());
const { data } = await response.json();
console.log(JSON.stringify(data));
