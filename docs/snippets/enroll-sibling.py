# REFERENCE is that of a brother or sister: their first guardian becomes this child's.
import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/v1/academic/sibling_enrollment",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({
        "reference": os.environ["REFERENCE"],
        "school_year_id": int(os.environ["SCHOOL_YEAR"]),
        "student_email": "lia.bosch@example.org",
        "student_name": "Lia",
        "student_surname": "Bosch Sala",
        "student_birth_date": "2017-06-08",
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
