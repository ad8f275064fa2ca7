import { submitNatively } from "@/components/forms/native-post";

let last = new FormData();

/** Remembers what is being sent. */
export function rememberSubmission(form: HTMLFormElement, submitter: HTMLElement | null) {
  last = new FormData(form, submitter);
}

/** Sends that again where its page is another build's. */
export const submitAgain = () => submitNatively(location.href, last);
