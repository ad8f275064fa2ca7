/** No action's, so that the server keeps what was typed and shows the page as it is by now. */
const OF_NOBODY = `$ACTION_ID_${"0".repeat(42)}`;

/** Posts, as a browser without scripts does, what names an action that nobody knows any more after an upgrade. */
export function submitNatively(address: string, data: FormData) {
  const form = document.createElement("form");
  form.method = "post";
  form.enctype = "multipart/form-data";
  form.action = address;
  const typed = [...data].filter(([name]) => !name.startsWith("$ACTION"));
  for (const [name, value] of [[OF_NOBODY, ""] as const, ...typed]) {
    const control = document.createElement("textarea"); // keeps line breaks
    control.name = name;
    control.value = String(value);
    form.append(control);
  }
  form.hidden = true;
  document.body.append(form);
  form.submit();
}
