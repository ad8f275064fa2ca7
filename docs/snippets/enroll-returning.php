<?php
// REFERENCE is that of the year before; add what is to be studied now.
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
        "terms_and_conditions" => true,
    ]),
    "ignore_errors" => true, // so that a refusal can be read
]]);
$answer = json_decode(file_get_contents(getenv("BASE_URL") . "/api/v1/academic/returning_enrollment", false, $context));
if ($answer->status !== "success") {
    fwrite(STDERR, json_encode($answer->error));
    exit(1);
}
[$reference] = array_values(preg_grep("/^Enrollment-Reference:/i", $http_response_header));
echo trim(explode(":", $reference)[1]);
