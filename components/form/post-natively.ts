import { STEP_FORM } from "@/components/site/step-form-id";

/**
 * Posts what a page's script would have sent as a browser without scripts does, by the form that the
 * server shows at the page's address now: after an upgrade the page's own names a server action that nobody
 * knows any more.
 *
 * @returns whether there is such a form; the browser leaves the page then
 */
export async function postNatively(here: string, data: FormData): Promise<boolean> {
  const answer = await fetch(here);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const actions = page.querySelectorAll<HTMLInputElement>(`#${STEP_FORM} input[name^="$ACTION"]`);
  if (answer.redirected || actions.length === 0) return false;

  const form = document.createElement("form");
  form.method = "post";
  form.enctype = "multipart/form-data";
  form.action = here;
  const typed = [...data].filter(([name]) => !name.startsWith("$"));
  for (const [name, value] of [
    ...[...actions].map((input) => [input.name, input.value] as const),
    ...typed,
  ]) {
    const control = document.createElement("textarea"); // keeps line breaks
    control.name = name;
    control.value = String(value);
    form.append(control);
  }
  form.hidden = true;
  document.body.append(form);
  form.submit();
  return true;
}
