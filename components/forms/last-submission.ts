import { submitNatively } from "@/components/forms/native-post";

let last = new FormData();

export function rememberSubmission(form: HTMLFormElement, submitter: HTMLElement | null) {
  last = new FormData(form, submitter);
}

/** Submits the form again when its page belongs to another build. */
export const submitAgain = () => submitNatively(location.href, last);
