import { notFound } from "next/navigation";

/** An unknown address gets the answer in its own language. */
export default function Page() {
  notFound();
}
