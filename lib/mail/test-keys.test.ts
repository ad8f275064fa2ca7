import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.MAIL_TRANSPORT = "resend";
  process.env.MAIL_FROM = "school@example.org";
  process.env.RESEND_API_KEY = "re_unused";
  process.env.RESEND_BASE_URL = "http://127.0.0.1:9"; // no server: an attempt would be "again"
});

import { sendMail } from "./transports";

const payload = { from: "a@example.org", to: "b@example.org", replyTo: "c@example.org" };
const outgoing = {
  id: "0190b9a0-0000-7000-8000-000000000000",
  kind: "guardian" as const,
  locale: "es",
  createdAt: new Date(),
  payload: { ...payload, subject: "S", html: "<p>H</p>", text: "T" },
};

test("a sandbox's message counts as sent without being sent; others are sent", async () => {
  expect(await sendMail({ ...outgoing, test: true })).toEqual({ outcome: "accepted" });
  expect((await sendMail({ ...outgoing, test: false })).outcome).toBe("again");
});
