import { postNatively } from "@/components/site/post-natively";

let last = new FormData();

/** Remembers what is being sent. */
export function remember(form: HTMLFormElement, submitter: HTMLElement | null) {
  last = new FormData(form, submitter);
}

/** Sends that again where its page is another build's. */
export const sendAgain = () => postNatively(location.href, last);
