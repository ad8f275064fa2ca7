"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { LabelTag } from "@/components/desk/enrollment/label-tag";
import { useCheckedValues } from "@/components/forms/action-form";
import { cn } from "@/components/ui/cn";
import { TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import type { ListColumn } from "./columns";

export type ListRowData = {
  reference: string;
  href: string;
  name: string;
  labels: string[];
  /** The match, if no column shows it. */
  match: string | undefined;
  /** The student's page, in search results. */
  person?: { href: string; text: string } | undefined;
  /** Guardian, telephone and town. */
  contact: string;
  /** Accessible name of the checkbox. */
  checkboxLabel?: string;
  /** In the order of the columns. */
  cells: string[];
  isUnnotified: boolean;
  due?: "late" | "today";
};

type Props = {
  columns: { key: ListColumn; label: string; number: boolean }[];
  rows: ListRowData[];
  /** Badges by state, rendered once. */
  badges: Record<string, ReactNode>;
  untold: string;
  /** The reference of the open enrollment. */
  open: string | undefined;
};

/** Client component, because cells rendered on the server are sent twice. */
export function EnrollmentRows({ rows, ...shared }: Props) {
  return rows.map((row, index) => (
    <Row key={row.reference} row={row} isFirst={index === 0 && shared.open === undefined} {...shared} />
  ));
}

type RowProps = Omit<Props, "rows"> & { row: ListRowData; isFirst: boolean };

function Row({ row, isFirst, columns, open, ...cellProps }: RowProps) {
  const { reference, href, name, labels, match, person, contact, checkboxLabel, cells } = row;
  const isOpen = reference === open;
  return (
    <TableRow data-reference={reference} aria-current={isOpen ? "true" : undefined}>
      {checkboxLabel && (
        <TableCell className="relative z-1 print:hidden" data-check="">
          <RowCheckbox reference={reference} label={checkboxLabel} isOpen={isOpen} />
        </TableCell>
      )}
      <TableRowHeader className="max-w-64 [.with-pane_&]:max-w-52">
        <span className="block md:not-print:truncate">
          <Link href={href} prefetch={false} className="row-link" data-key={isFirst ? "j" : undefined}>
            <bdi>{name}</bdi>
          </Link>
          {labels.map((label) => (
            <span key={label} className="ml-2">
              <LabelTag>{label}</LabelTag>
            </span>
          ))}
        </span>
        <span className="row-second">
          {person && (
            <Link href={person.href} prefetch={false} className="mr-2">
              {person.text}
              <span className="sr-only">: {name}</span>
            </Link>
          )}
          {match && <mark>{match}</mark>} {contact}
        </span>
      </TableRowHeader>
      {columns.map(({ key, label, number }, index) => (
        <TableCell
          key={key}
          number={number}
          data-label={number ? label : undefined}
          className={cn(
            key !== "missing" && "md:not-print:whitespace-nowrap",
            cells[index] === "–" && "max-md:hidden!",
          )}
        >
          <Cell column={key} text={cells[index] ?? ""} row={row} {...cellProps} />
        </TableCell>
      ))}
    </TableRow>
  );
}

type CellProps = Pick<Props, "badges" | "untold"> & { column: ListColumn; text: string; row: ListRowData };

/** No element for an empty cell, so that cards show no label. */
function Cell({ column, text, row: { isUnnotified, due }, badges, untold }: CellProps) {
  if (!text) return null;
  switch (column) {
    case "place":
      return <span className="block max-w-44 md:not-print:truncate [.with-pane_&]:max-w-40">{text}</span>;
    case "state":
      return (
        <>
          {badges[text]}
          {isUnnotified && (
            <span className="text-muted [.with-pane_&]:block">
              <span className="[.with-pane_&]:hidden"> · </span>
              {untold}
            </span>
          )}
        </>
      );
    case "missing":
      return <span className="text-wait">{text}</span>;
    case "due":
      return (
        <span className={cn(due === "late" && "font-semibold text-danger", due === "today" && "text-wait")}>
          {text}
        </span>
      );
    default:
      return text;
  }
}

type RowCheckboxProps = { reference: string; label: string; isOpen: boolean };

/** Restores the selection after sign-in or an error. Touch target on touch screens. */
function RowCheckbox({ reference, label, isOpen }: RowCheckboxProps) {
  const { key, checked } = useCheckedValues("row");
  return (
    <label className="flex min-h-target min-w-target cursor-pointer items-center justify-center md:pointer-fine:min-h-6 md:pointer-fine:min-w-7">
      <span className="sr-only">{label}</span>
      <input
        key={key}
        type="checkbox"
        name="row"
        value={reference}
        defaultChecked={checked?.includes(reference)}
        data-key={isOpen ? "x" : undefined}
        className="size-6 cursor-pointer"
      />
    </label>
  );
}
