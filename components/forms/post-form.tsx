"use client";

import { usePathname } from "next/navigation";
import { type ComponentProps, useActionState } from "react";

type Props = Omit<ComponentProps<"form">, "action"> & {
  action: (state: undefined, form: FormData) => Promise<never>;
};

/** A form without anything to be said about: it posts to its page's own address and leads elsewhere. */
export function PostForm({ action, ...form }: Props) {
  const [, post] = useActionState(action, undefined, usePathname());
  return <form {...form} action={post} />;
}
