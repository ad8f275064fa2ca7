import { readFile } from "node:fs/promises";
import pg from "pg";

const GIVEN = `Martina Lucía Aina Júlia Carmen Noa Valeria Abril Laia Jimena Zoe Núria Hugo Martí Leo Pau Daniel Biel Nil
  Álvaro Jan Iván Omar Thiago Berta Carla Ona Irene Mireia Sofía Ariadna Emma Paula Elsa Queralt Bruno Gael Adrià Unai Oriol
  Marc Arnau Enzo Izan Roger Aleix Mohamed Lin Anna Vera Olivia Chloe Lola Candela Èlia Iria Xavi Rubén Saúl Guillem`;
const SURNAMES = `García Ferrer Muñoz Vidal Iglesias Puigdevall Benali Ibáñez Casals Ortega Chen Roselló Domínguez Sala Peña
  Castells Nowak Camps Gutiérrez Miró Martínez López Sánchez Pérez Gómez Fernández Ruiz Serra Roca Soler Puig Font Bosch Pons
  Riera Mas Costa Vila Solé Coll Prat Ramírez Torres Navarro Molina Delgado Castro Rubio Marín Sanz Núñez Medina Garrido Cano
  Prieto Cruz Calvo Gallego Vidal-Quadras Méndez d’Olesa Haddad Popescu Kowalska Singh`;

/**
 * Brings families into a school that has its catalogue, as they are after years: four of five students are minors, often
 * with siblings and every other one with a second guardian; most come again the next year. The first of three years is
 * decided, the second mostly, of the third one a part. The same size makes the same families.
 */
export async function fillSchool(url: string, enrollments: number) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    "create temp table filling as select $1::int as size, $2::text[] as given, $3::text[] as surnames",
    [enrollments, GIVEN.split(/\s+/), SURNAMES.split(/\s+/)],
  );
  await client.query(await readFile("bench/support/fill-school.sql", "utf8"));
  await client.query("vacuum analyze");
  await client.end();
}
