<?php
// REFERENCE is that of a brother or sister: their first guardian becomes this child's.
$context = stream_context_create(["http" => [
    "method" => "POST",
    "header" => implode("\r\n", [
        "Authorization: Bearer " . getenv("API_KEY"),
        "Content-Type: application/json",
        "Idempotency-Key: " . bin2hex(random_bytes(16)),
    ]),
    "content" => json_encode([
        "reference" => getenv("REFERENCE"),
        "school_year_id" => (int) getenv("SCHOOL_YEAR"),
        "student_email" => "pol.prat@example.org",
        "student_name" => "Pol",
        "student_surname" => "Prat Costa",
        "student_birth_date" => "2017-06-08",
        "terms_and_conditions" => true,
    ]),
    "ignore_errors" => true, // so that a refusal can be read
]]);
$answer = json_decode(file_get_contents(getenv("BASE_URL") . "/api/v1/academic/sibling_enrollment", false, $context));
if ($answer->status !== "success") {
    fwrite(STDERR, json_encode($answer->error));
    exit(1);
}
[$reference] = array_values(preg_grep("/^Enrollment-Reference:/i", $http_response_header));
echo trim(explode(":", $reference)[1]);
