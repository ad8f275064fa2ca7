"use client";

/** Within the desk's frame, so that its ways around stay. */
export { default } from "../error";
