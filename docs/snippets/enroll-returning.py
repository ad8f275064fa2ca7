# REFERENCE is that of the year before; add what is to be studied now.
import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/v1/academic/returning_enrollment",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({
        "reference": os.environ["REFERENCE"],
        "school_year_id": int(os.environ["SCHOOL_YEAR"]),
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
