type Fields = Iterable<readonly [name: string, value: FormDataEntryValue]>;

/** Posts fields as a browser without scripts does: the page gives way to the answer. */
export function postNatively(action: string, fields: Fields) {
  const form = document.createElement("form");
  form.method = "post";
  form.enctype = "multipart/form-data";
  form.action = action;
  for (const [name, value] of fields) {
    const control = document.createElement("textarea"); // keeps line breaks
    control.name = name;
    control.value = String(value);
    form.append(control);
  }
  form.hidden = true;
  document.body.append(form);
  form.submit();
}
