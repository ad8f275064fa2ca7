<?php
$context = stream_context_create(["http" => [
    "method" => "POST",
    "header" => implode("\r\n", [
        "Authorization: Bearer " . getenv("API_KEY"),
        "Content-Type: application/json",
        "Idempotency-Key: " . bin2hex(random_bytes(16)),
    ]),
    "content" => json_encode([
        "school_year_id" => (int) getenv("SCHOOL_YEAR"),
        "student_email" => "dani.ferrer@example.org",
        "student_name" => "Dani",
        "student_surname" => "Ferrer Mas",
        "student_birth_date" => "1988-07-09",
        "student_document_type" => "passport",
        "student_document" => "XDB654321",
        "student_phone" => "600123459",
        "student_phone_country_code" => "+34",
        "student_country" => "es",
        "student_city" => "Girona",
        "student_zip_code" => "17001",
        "student_address" => "Plaça Nova 6",
        "terms_and_conditions" => true,
    ]),
    "ignore_errors" => true, // so that a refusal can be read
]]);
$answer = json_decode(file_get_contents(getenv("BASE_URL") . "/api/v1/academic/adult_enrollment", false, $context));
if ($answer->status !== "success") {
    fwrite(STDERR, json_encode($answer->error));
    exit(1);
}
[$reference] = array_values(preg_grep("/^Enrollment-Reference:/i", $http_response_header));
echo trim(explode(":", $reference)[1]);
