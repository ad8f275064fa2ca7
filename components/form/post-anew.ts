import { postNatively } from "@/components/site/post-natively";
import { STEP_FORM } from "@/components/site/step-form-id";

/**
 * Posts what a page's script would have sent by the form that the server shows at the page's address now: after
 * an upgrade the page's own names a server action that nobody knows any more.
 *
 * @returns whether there is such a form; the browser leaves the page then
 */
export async function postAnew(here: string, data: FormData): Promise<boolean> {
  const answer = await fetch(here);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const actions = page.querySelectorAll<HTMLInputElement>(`#${STEP_FORM} input[name^="$ACTION"]`);
  if (answer.redirected || actions.length === 0) return false;

  const typed = [...data].filter(([name]) => !name.startsWith("$"));
  postNatively(here, [...[...actions].map(({ name, value }) => [name, value] as const), ...typed]);
  return true;
}
