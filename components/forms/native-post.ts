/** An action id that does not exist: the server then saves the input and renders the page. */
const UNKNOWN_ACTION = `$ACTION_ID_${"0".repeat(42)}`;

/** A native POST, for forms whose action id is unknown after an upgrade. */
export function submitNatively(address: string, data: FormData) {
  const form = document.createElement("form");
  form.method = "post";
  form.enctype = "multipart/form-data";
  form.action = address;
  const entries = [...data].filter(([name]) => !name.startsWith("$ACTION"));
  for (const [name, value] of [[UNKNOWN_ACTION, ""] as const, ...entries]) {
    const control = document.createElement("textarea"); // keeps line breaks
    control.name = name;
    control.value = String(value);
    form.append(control);
  }
  form.hidden = true;
  document.body.append(form);
  form.submit();
}

let lastSubmission = new FormData();

export function rememberSubmission(form: HTMLFormElement, submitter: HTMLElement | null) {
  lastSubmission = new FormData(form, submitter);
}

/** Submits the form again when its page belongs to another build. */
export const submitAgain = () => submitNatively(location.href, lastSubmission);
