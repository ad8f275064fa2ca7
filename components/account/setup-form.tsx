"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { FormFrame, fieldError } from "./form-frame";
import type { FormAction, FormWords } from "./form-state";
import { NewPassword } from "./new-password";

type Props = {
  action: FormAction;
  title: string;
  words: FormWords;
  token: string;
  email: string;
  /** What of the page's address belongs to the form: without JavaScript the answer comes back there. */
  query?: string;
  /** The terms to accept, where the link asks for that too. */
  terms?: ReactNode;
  /** What to say before the name is asked for; absent when the name is known. */
  whoIntro?: ReactNode;
  children: ReactNode;
};

/** Behind a set-up link: a password, and for a second guardian name and surname. */
export function SetupForm({
  action,
  title,
  words,
  token,
  email,
  query = "",
  terms,
  whoIntro,
  children,
}: Props) {
  const [state, submit, pending] = useActionState(action, {}, usePathname() + query);
  const line = (field: "name" | "surname") => ({
    id: field,
    name: field,
    label: words[field],
    error: fieldError(state, words, field),
    errorPrefix: words.errorPrefix,
    defaultValue: state.values?.[field],
  });
  return (
    <FormFrame title={title} state={state} words={words}>
      {children}
      <form action={submit} noValidate>
        <input type="hidden" name="token" value={token} />
        {whoIntro}
        {whoIntro && (
          <>
            <Input {...line("name")} autoComplete="given-name" spellCheck={false} />
            <Input
              {...line("surname")}
              hint={words.surnameHint}
              autoComplete="family-name"
              spellCheck={false}
            />
          </>
        )}
        {terms && (
          <Checkbox
            id="terms"
            name="terms"
            value="on"
            label={terms}
            error={fieldError(state, words, "terms")}
            errorPrefix={words.errorPrefix}
          />
        )}
        {/* For password managers: the account that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPassword key={state.at} words={words} error={fieldError(state, words, "password")} />
        <Button disabled={pending}>{words.submit}</Button>
      </form>
    </FormFrame>
  );
}
