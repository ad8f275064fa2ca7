import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

type Column = { key: string; label: ReactNode; number?: boolean; className?: string };

type Props = {
  caption: string;
  columns: Column[];
  /** Rows of `TableRow`, with `TableCell`s. */
  children: ReactNode;
  /** On a phone each row is a card. */
  cards?: boolean;
  /** Some twenty-five rows a screen, where one points with a mouse. */
  dense?: boolean;
};

/* biome-ignore-start lint/a11y/noRedundantRoles: `display` takes them away */

/** A table that scrolls sideways, or becomes cards on a phone. Roles are told, since `display` takes them away. */
export function DataTable({ caption, columns, children, cards = true, dense }: Props) {
  return (
    <div className={cards ? "md:overflow-x-auto" : "overflow-x-auto"}>
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

/** `limit`: the last row that is in. */
export function TableRow({ limit, ...row }: ComponentProps<"tr"> & { limit?: boolean }) {
  return <tr role="row" data-limit={limit ? "" : undefined} {...row} />;
}

/** The cell that names the row. */
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
/* biome-ignore-end lint/a11y/noRedundantRoles: `display` takes them away */
