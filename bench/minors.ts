/** Bodies of minors' enrollments (4.4), nobody twice: e-mails and documents count up from `start`. */
export function minors(year: number, start: number): () => string {
  let next = start;
  return () => {
    next += 1;
    return JSON.stringify({
      school_year_id: year,
      guardian_email: `guardian.${next}@example.org`,
      guardian_name: "Berta",
      guardian_surname: "Roca Vidal",
      guardian_birth_date: "1985-11-02",
      guardian_document_type: "passport",
      guardian_document: `B${next}`,
      guardian_phone: "600765432",
      guardian_phone_country_code: "+34",
      guardian_country: "es",
      guardian_city: "Girona",
      guardian_zip_code: "17001",
      guardian_address: "Plaça Nova 3",
      student_email: `student.${next}@example.org`,
      student_name: "Carla",
      student_surname: "Soler Roca",
      student_birth_date: "2017-03-09",
      terms_and_conditions: true,
    });
  };
}
