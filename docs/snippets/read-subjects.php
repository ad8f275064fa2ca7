<?php
// A stream context sends a body with GET.
$context = stream_context_create(["http" => [
    "method" => "GET",
    "header" => "Authorization: Bearer " . getenv("API_KEY") . "\r\nContent-Type: application/json",
    "content" => json_encode(["school_year_id" => (int) getenv("SCHOOL_YEAR")]),
    "ignore_errors" => true, // so that a refusal can be read
]]);
$answer = json_decode(file_get_contents(getenv("BASE_URL") . "/api/v1/academic/subjects", false, $context));
if ($answer->status !== "success") {
    fwrite(STDERR, json_encode($answer->error));
    exit(1);
}
echo json_encode($answer->data);
