# The standard library sends a body with GET when it is told the method.
import json, os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["BASE_URL"] + "/api/v1/academic/subjects",
    method="GET",
    headers={"Authorization": "Bearer " + os.environ["API_KEY"]},
    data=json.dumps({"school_year_id": int(os.environ["SCHOOL_YEAR"])}).encode(),
)
try:
    with urlopen(request) as response:
        print(json.dumps(json.load(response)["data"]))
except HTTPError as refusal:
    for error in json.load(refusal)["error"].get("errors", []):
        print(error["field"], error["code"])
    raise
