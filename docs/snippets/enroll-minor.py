# A minor comes with a guardian; a second guardian needs second_guardian_email alone.
import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/v1/academic/minor_enrollment",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({
        "school_year_id": int(os.environ["SCHOOL_YEAR"]),
        "guardian_email": "oriol.bosch@example.org",
        "guardian_name": "Oriol",
        "guardian_surname": "Bosch Mir",
        "guardian_birth_date": "1985-11-02",
        "guardian_document_type": "passport",
        "guardian_document": "XDD100003",
        "guardian_phone": "600765434",
        "guardian_phone_country_code": "+34",
        "guardian_country": "es",
        "guardian_city": "Girona",
        "guardian_zip_code": "17001",
        "guardian_address": "Carrer Nou 2",
        "student_email": "mar.bosch@example.org",
        "student_name": "Mar",
        "student_surname": "Bosch Sala",
        "student_birth_date": "2015-03-14",
        "student_speciality_option1": int(os.environ["SPECIALITY"]),
        "terms_and_conditions": True,
    }).encode(),
)
try:
    with urlopen(request) as response:
        print(response.headers["Enrollment-Reference"])
except HTTPError as refusal:
    for error in json.load(refusal)["error"].get("errors", []):
        print(error["field"], error["code"])
    raise
