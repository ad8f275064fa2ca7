import type { ComponentProps } from "react";
import { PostForm } from "@/components/forms/post-form";
import { Button } from "@/components/ui/controls/button";

type Props = ComponentProps<typeof PostForm> &
  Pick<ComponentProps<typeof Button>, "variant"> & { token: string };

/** The one button of a link's page: mail scanners open links but press nothing. */
export const TokenButton = ({ token, variant, children, ...form }: Props) => (
  <PostForm {...form}>
    <input type="hidden" name="token" value={token} />
    <Button variant={variant}>{children}</Button>
  </PostForm>
);
