import { expect, test } from "vitest";
import { parseDatabaseUrl, readEnv, toProgramUrl } from "./env";

const ADDRESS =
  "postgresql://school:a%40b@db.example:5433/school?target_session_attrs=read-write&sslmode=require";

test("the driver's address has no target_session_attrs and a decoded password", () => {
  const config = parseDatabaseUrl(ADDRESS);
  expect(config).toMatchObject({ user: "school", password: "a@b", host: "db.example", port: 5433, ssl: {} });
  expect(config).not.toHaveProperty("target_session_attrs");
});

test.each([
  ["disable", false],
  ["no-verify", { rejectUnauthorized: false }],
  ["require", {}], // believed as verify-full is: weaker than what it was would be a hole
  ["verify-ca", {}],
  ["verify-full", {}],
])("sslmode=%s", (mode, ssl) => {
  expect(parseDatabaseUrl(`postgresql://a@b/c?sslmode=${mode}`).ssl).toEqual(ssl);
  expect(parseDatabaseUrl(`postgresql://a@b/c?sslmode=${mode}&sslrootcert=system`).ssl).toEqual(ssl);
});

test.each([
  ["postgresql://a@b:5433/d?target_session_attrs=primary", undefined],
  ["postgresql://a@b,c:5433/d", /names several hosts/],
  ["postgresql:///d?host=/var/run/postgresql", undefined],
  ["postgresql://a@b/d?sslmode=sure", /sslmode that is none of disable, no-verify/],
  ["postgresql://a@b:x/d", /must be an address that begins with postgresql/],
])("%s: %s", (address, problem) => {
  const read = () => readEnv({ DATABASE_URL: address }).DATABASE_URL;
  if (problem) expect(read).toThrow(problem);
  else expect(read()).toBe(address);
});

test("PostgreSQL's programs get the address without the password", () => {
  expect(toProgramUrl(ADDRESS)).toEqual({ address: ADDRESS.replace(":a%40b", ""), password: "a@b" });
  expect(toProgramUrl("postgres://a@b/c?sslmode=no-verify")).toEqual({
    address: "postgres://a@b/c?sslmode=require",
    password: "",
  });
  expect(toProgramUrl("postgresql://b/c").address).toBe("postgresql://b/c");
});
