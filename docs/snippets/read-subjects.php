<?php
// A stream context sends a body with GET.
$context = stream_context_create(["http" => [
    "method" => "GET",
    "header" => "Authorization: Bearer " . getenv("API_KEY") . "\r\nContent-Type: application/json",
    "content" => json_encode(["school_year_id" => (int) getenv("SCHOOL_YEAR")]),
]]);
$answer = file_get_contents(getenv("BASE_URL") . "/api/v1/academic/subjects", false, $context);
echo json_encode(json_decode($answer)->data);
