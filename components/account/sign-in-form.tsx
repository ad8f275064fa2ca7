"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { FormFrame, fieldError } from "./form-frame";
import type { FormAction, FormWords } from "./form-state";

type Props = {
  action: FormAction;
  title: string;
  words: FormWords;
  /** The form for a forgotten password asks for the address alone. */
  asksPassword: boolean;
  /** Where signing in leads, by its name; to the account when left out. */
  onward?: string;
  children: ReactNode;
};

/** E-mail and password, or the e-mail alone. */
export function SignInForm({ action, title, words, asksPassword, onward, children }: Props) {
  const [state, submit, pending] = useActionState(action, {}, usePathname());
  return (
    <FormFrame title={title} state={state} words={words}>
      {children}
      <form action={submit} noValidate>
        {(state.values?.onward ?? onward) && (
          <input type="hidden" name="onward" value={state.values?.onward ?? onward} />
        )}
        <Input
          id="email"
          name="email"
          type="email"
          inputMode="email"
          label={words.email}
          error={fieldError(state, words, "email")}
          errorPrefix={words.errorPrefix}
          autoComplete={asksPassword ? "username" : "email"}
          spellCheck={false}
          defaultValue={state.values?.email}
          key={state.values?.email}
        />
        {asksPassword && (
          <Input
            id="password"
            name="password"
            type="password"
            label={words.password}
            error={fieldError(state, words, "password")}
            errorPrefix={words.errorPrefix}
            autoComplete="current-password"
            maxLength={1000}
          />
        )}
        <Button disabled={pending}>{words.submit}</Button>
      </form>
    </FormFrame>
  );
}
