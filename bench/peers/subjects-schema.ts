const text = { type: "string" };
const integer = { type: "integer" };

/** Fastify's schema of the subjects: it checks the query and writes the answer without `JSON.stringify`. */
export const subjectsSchema = {
  querystring: { type: "object", required: ["school_year_id"], properties: { school_year_id: integer } },
  response: {
    200: {
      type: "object",
      properties: {
        status: text,
        data: {
          type: "array",
          items: {
            type: "object",
            properties: {
              id: integer,
              code: { type: ["string", "null"] },
              name: text,
              school_hours: text,
              price: { type: "number" },
              student_ratio: integer,
              ects: { type: "number" },
              is_individual: { type: "boolean" },
              school_year_id: integer,
            },
          },
        },
      },
    },
  },
};
