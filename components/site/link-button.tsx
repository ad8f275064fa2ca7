import type { ComponentProps } from "react";
import { type ButtonVariant, buttonClass } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { download } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";

type Props = Omit<ComponentProps<typeof Link>, "className"> & { variant?: ButtonVariant };

export const LinkButton = ({ variant, ...link }: Props) => (
  <Link {...link} className={buttonClass(variant)} />
);

type DownloadProps = Omit<ComponentProps<"a">, "className"> & { variant?: ButtonVariant };

/** A link to a file, which is no page. */
export const DownloadLink = ({ variant = "secondary", children, ...link }: DownloadProps) => (
  <a {...link} className={buttonClass(variant)}>
    <Icon d={download} />
    {children}
  </a>
);

/** Below a form: the way out without an answer. */
export const QuietLink = (link: Omit<Props, "variant">) => (
  <p className="mt-2">
    <LinkButton {...link} variant="quiet" />
  </p>
);
