import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/v1/academic/adult_enrollment",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({
        "school_year_id": int(os.environ["SCHOOL_YEAR"]),
        "student_email": "clara.soler@example.org",
        "student_name": "Clara",
        "student_surname": "Soler Pons",
        "student_birth_date": "1992-11-30",
        "student_document_type": "nie",
        "student_document": "X1234567L",
        "student_phone": "600123458",
        "student_phone_country_code": "+34",
        "student_country": "es",
        "student_city": "Girona",
        "student_zip_code": "17001",
        "student_address": "Plaça Nova 5",
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
