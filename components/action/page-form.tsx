import type { ComponentProps, ReactNode } from "react";
import { Title } from "@/components/site/page";
import { ActionForm } from "./action-form";

type Props = ComponentProps<typeof ActionForm> & { title: string; caption?: ReactNode };

/** A form that is its page: under the page's title, with what is wrong above that. */
export function PageForm({ caption, above, ...form }: Props) {
  const heading = (
    <>
      <Title caption={caption}>{form.title}</Title>
      {above}
    </>
  );
  return <ActionForm {...form} above={heading} />;
}
