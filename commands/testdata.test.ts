import { expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { runInProcess } from "@/test/support/processes/command";
import { startApi } from "@/test/support/servers/api";
import { testdata } from "./testdata";

test("`testdata purge` deletes the enrollments of test keys and prints their number", async () => {
  await seedDemoSchool();
  const api = await startApi();
  const key = await createApiKey({
    name: "trial",
    scopes: ["enrollment:write"],
    expiresAt: null,
    mode: "test",
  });
  const enroll = async () =>
    fetch(`${api.base}/api/v1/academic/adult_enrollment`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(anAdult()),
    });
  expect((await enroll()).status).toBe(201);
  expect((await enroll()).status).toBe(201);

  expect(await runInProcess(testdata, "purge")).toEqual({
    code: 0,
    stdout: "Forgot 2 test enrollments.\n",
    stderr: "",
  });
  expect((await runInProcess(testdata, "purge")).stdout).toBe("Forgot 0 test enrollments.\n");
  expect((await runInProcess(testdata, "forget")).stderr).toContain("There is no command");
  await api.stop();
});
