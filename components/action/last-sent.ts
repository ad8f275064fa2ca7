import { postNatively } from "@/components/site/post-natively";

let last: FormData | undefined;

/** Remembers what is being sent. */
export function remember(form: HTMLFormElement, submitter: HTMLElement | null) {
  last = new FormData(form, submitter);
}

/** No action's, so that the server keeps what was typed and shows the page as it is by now. */
const OF_NOBODY = `$ACTION_ID_${"0".repeat(42)}`;

/** Sends that as a browser without scripts does, where the page's script names an action that nobody knows any more. */
export function sendAgain() {
  const typed = [...(last ?? [])].filter(([name]) => !name.startsWith("$ACTION"));
  postNatively(location.href, [[OF_NOBODY, ""], ...typed]);
}
