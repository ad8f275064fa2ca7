ALTER TABLE "enrollments" ADD COLUMN "turn" INTEGER, ADD COLUMN "gave_up_at" TIMESTAMPTZ(3);

-- The order that priorities gave stays: each list gets turns up to the last one whose priority was set.
UPDATE "enrollments" e SET "turn" = numbered.at
FROM (
  SELECT id, at, max(at) FILTER (WHERE priority <> 0) OVER (PARTITION BY list) AS last
  FROM (
    SELECT e."id", p.priority, l.list, row_number() OVER (PARTITION BY l.list ORDER BY p.priority DESC, e."created_at", e."id")::int AS at
    FROM "enrollments" e
    LEFT JOIN "decisions" d ON d."enrollment_id" = e."id" AND d."status" = 'untold' AND d."from_state" = 'waiting'
    CROSS JOIN LATERAL (SELECT coalesce(d."before_priority", e."priority") AS priority) p
    CROSS JOIN LATERAL (SELECT concat_ws('/', e."school_year_id", CASE WHEN e."test" THEN e."api_key_id" ELSE 0 END,
      coalesce(d."before_speciality_id", e."assigned_speciality_id", 0), coalesce(d."before_syllabus_id", e."assigned_syllabus_id", 0)) AS list) l
    WHERE 'waiting' IN (e."state", e."decided_state")
  ) waiting
) numbered
WHERE numbered.id = e."id" AND numbered.at <= numbered.last;
