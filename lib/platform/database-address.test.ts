import { expect, test } from "vitest";
import { addressProblem, forPrograms, hostsOf } from "./database-address";

const SEVERAL =
  "postgresql://school:a%40b@db1.example:5433,db2.example/school?target_session_attrs=read-write&sslmode=require";

test("an address names several hosts, each with its port, and the driver hears nothing of which one writes", () => {
  const shared = { user: "school", password: "a@b", database: "school", ssl: {} };
  expect(hostsOf(SEVERAL)).toEqual([
    expect.objectContaining({ ...shared, host: "db1.example", port: 5433 }),
    expect.objectContaining({ ...shared, host: "db2.example" }),
  ]);
  for (const host of hostsOf(SEVERAL)) expect(host).not.toHaveProperty("target_session_attrs");
});

test.each([
  ["disable", false],
  ["no-verify", { rejectUnauthorized: false }],
  ["require", {}], // believed as verify-full is: weaker than what it was would be a hole
  ["verify-ca", {}],
  ["verify-full", {}],
])("sslmode=%s", (mode, ssl) => {
  expect(hostsOf(`postgresql://a@b/c?sslmode=${mode}`)[0]?.ssl).toEqual(ssl);
  expect(hostsOf(`postgresql://a@b/c?sslmode=${mode}&sslrootcert=system`)[0]?.ssl).toEqual(ssl);
});

test.each([
  ["postgresql://a@b,c:5433/d?target_session_attrs=primary", undefined],
  ["postgresql:///d?host=/var/run/postgresql", undefined],
  ["postgresql://a@b/d?sslmode=sure", /sslmode that is none of disable, no-verify/],
  ["postgresql://a@b,c/d?target_session_attrs=any", /other than read-write or primary/],
  ["postgresql://a@b,c:x/d", /must be an address that begins with postgresql/],
])("%s: %s", (address, problem) => {
  if (problem) expect(addressProblem(address)).toMatch(problem);
  else expect(addressProblem(address)).toBeUndefined();
});

test("PostgreSQL's programs get the address as they read it, and the password beside it", () => {
  expect(forPrograms(SEVERAL)).toEqual({ address: SEVERAL.replace(":a%40b", ""), password: "a@b" });
  expect(forPrograms("postgres://a@b/c?sslmode=no-verify")).toEqual({
    address: "postgres://a@b/c?sslmode=require",
    password: "",
  });
  expect(forPrograms("postgresql://b/c").address).toBe("postgresql://b/c");
});
