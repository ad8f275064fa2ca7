import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

type Column = { key: string; label: ReactNode; number?: boolean; className?: string };

type Props = {
  caption: string;
  columns: Column[];
  /** `TableRow`s of `TableCell`s. */
  children: ReactNode;
  /** Each row is a card on a phone. */
  cards?: boolean;
  /** About 25 rows per screen with a mouse. */
  dense?: boolean;
};

/* biome-ignore-start lint/a11y/noRedundantRoles: CSS `display` removes the implicit roles */

/** Scrolls sideways, or shows cards on a phone. Explicit roles, because `display` removes the native ones. */
export function DataTable({ caption, columns, children, cards = true, dense }: Props) {
  return (
    <div className={cards ? "md:not-print:overflow-x-auto" : "not-print:overflow-x-auto"}>
      <table
        role="table"
        className="data-table"
        data-cards={cards ? "" : undefined}
        data-dense={dense ? "" : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, number, className }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                data-number={number ? "" : undefined}
                className={className}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

/** `limit`: the last row above the limit. */
export function TableRow({ limit, ...row }: ComponentProps<"tr"> & { limit?: boolean }) {
  return <tr role="row" data-limit={limit ? "" : undefined} {...row} />;
}

export function TableRowHeader(cell: ComponentProps<"th">) {
  return <th role="rowheader" scope="row" {...cell} />;
}

export function TableCell({ number, className, ...cell }: ComponentProps<"td"> & { number?: boolean }) {
  return (
    <td
      role="cell"
      data-number={number ? "" : undefined}
      className={cn(number && "figures", className)}
      {...cell}
    />
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: CSS `display` removes the implicit roles */
