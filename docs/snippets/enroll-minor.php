<?php
// A minor comes with a guardian; a second guardian needs second_guardian_email alone.
$context = stream_context_create(["http" => [
    "method" => "POST",
    "header" => implode("\r\n", [
        "Authorization: Bearer " . getenv("API_KEY"),
        "Content-Type: application/json",
        "Idempotency-Key: " . bin2hex(random_bytes(16)),
    ]),
    "content" => json_encode([
        "school_year_id" => (int) getenv("SCHOOL_YEAR"),
        "guardian_email" => "rosa.prat@example.org",
        "guardian_name" => "Rosa",
        "guardian_surname" => "Prat Gil",
        "guardian_birth_date" => "1985-11-02",
        "guardian_document_type" => "passport",
        "guardian_document" => "XDD100004",
        "guardian_phone" => "600765435",
        "guardian_phone_country_code" => "+34",
        "guardian_country" => "es",
        "guardian_city" => "Girona",
        "guardian_zip_code" => "17001",
        "guardian_address" => "Carrer Nou 2",
        "student_email" => "nil.prat@example.org",
        "student_name" => "Nil",
        "student_surname" => "Prat Costa",
        "student_birth_date" => "2015-03-14",
        "student_speciality_option1" => (int) getenv("SPECIALITY"),
        "terms_and_conditions" => true,
    ]),
    "ignore_errors" => true, // so that a refusal can be read
]]);
$answer = json_decode(file_get_contents(getenv("BASE_URL") . "/api/v1/academic/minor_enrollment", false, $context));
if ($answer->status !== "success") {
    fwrite(STDERR, json_encode($answer->error));
    exit(1);
}
[$reference] = array_values(preg_grep("/^Enrollment-Reference:/i", $http_response_header));
echo trim(explode(":", $reference)[1]);
