/** What an account form's action answers with; words are chosen by the form. */
export type FormState = {
  /** Why a field was refused. */
  issues?: Partial<Record<"name" | "surname" | "email" | "terms" | "password", string>>;
  /** Why the whole was. */
  problem?: "limited" | "unavailable" | "wrong";
  /** What was typed, without the password. */
  values?: Partial<Record<"name" | "surname" | "email" | "onward", string>>;
  /** Tells one answer from the next, so that each is announced. */
  at?: number;
};

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** The words of an account form, made on the server in the page's language. */
export type FormWords = Record<string, string>;
