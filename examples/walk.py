"""A walk through the interface of a site, with nothing but Python. Set SITE and BOT_API_TOKEN."""
import json, os, urllib.error, urllib.request, uuid

API = os.environ["SITE"].rstrip("/") + "/api/bot"


def ask(method, path, body=None, **headers):
    """Asks once. To ask again for a lost answer, give the same Idempotency_Key: it takes effect once."""
    headers = {"Authorization": "Bearer " + os.environ["BOT_API_TOKEN"]} | {
        name.replace("_", "-"): value for name, value in headers.items()}
    if method != "GET":
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    if isinstance(body, dict):
        headers["Content-Type"], body = "application/json", json.dumps(body).encode()
    request = urllib.request.Request(API + path, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer), answer.headers
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)["error"]["details"]["code"], refusal.headers


boundary = uuid.uuid4().hex
form = (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="hello.txt"\r\n\r\n'
        f"Hello, reader.\n\r\n--{boundary}--\r\n").encode()
text, _ = ask("POST", "/materials", form, Content_Type=f"multipart/form-data; boundary={boundary}")
print("uploaded", text["type"], text["url"])
draft = {"title": "Größe zählt", "body": "Some **Markdown**.", "media": [text]}
work, _ = ask("POST", "/publications", draft, Idempotency_Key="walk-" + boundary)
again, headers = ask("POST", "/publications", draft, Idempotency_Key="walk-" + boundary)
print("created once:", again == work, headers["Idempotency-Replayed"])
public, headers = ask("POST", f"/publications/{work['id']}/publish")
print("public at", public["url"], urllib.request.urlopen(public["url"]).status)
ask("PATCH", f"/publications/{work['id']}?publish=true", {"body": "Better."}, If_Match=headers["ETag"])
print("changed by somebody since:", ask("DELETE", f"/publications/{work['id']}", If_Match=headers["ETag"])[0])
print("newest:", [one["title"] for one in ask("GET", "/publications?limit=1")[0]])
print("deleted with", ask("DELETE", f"/publications/{work['id']}")[0]["media"]["deleted"] == [text["id"]])
print("feed ends with", ask("GET", "/changes?limit=1000")[0]["items"][-1]["type"])
