// families 35: the same rule for all entry points, written by hand.

/**
 * `!` required, `?` optional, `+` optional and prefilled, `~` optional by check answers; `=` not asked but
 * stored; `.` neither. Depending on circumstances: `y` is `!` with two open years, else `=`; `m` is `?`
 * during a round, else `.`; `e` is `?` if the guardian's mailbox takes tags (the tagged address is
 * stored), else `!`.
 */
export const minorFieldTable = `
                            first further later more paper sheet again api sibling returning
school_year_id                y      =      y    y    =      =     =    !     !        !
student_birth_date            !      !      !    =    !      !     =    !     !        =
guardian_name                 !      =      =    =    !      =     =    !     =        =
guardian_surname              !      =      =    =    !      =     =    !     =        =
guardian_birth_date           !      =      =    =    !      =     =    !     =        =
guardian_document_type        !      =      =    =    +      =     =    !     =        =
guardian_document             !      =      =    =    !      =     =    !     =        =
guardian_email                !      =      =    =    !      =     =    !     =        =
guardian_phone_country_code   +      =      =    =    +      =     =    !     =        =
guardian_phone                !      =      =    =    !      =     =    !     =        =
guardian_country              +      =      =    =    +      =     =    !     =        =
guardian_address              !      =      =    =    !      =     =    !     =        =
guardian_zip_code             !      =      =    =    !      =     =    !     =        =
guardian_city                 !      =      =    =    !      =     =    !     =        =
student_name                  !      !      !    =    !      !     =    !     !        =
student_surname               !      +      !    =    !      !     =    !     !        =
has_student_email             !      !      !    .    .      .     .    .     .        .
student_email                 ?      ?      ?    =    e      e     =    !     !        =
has_second_guardian           !      +      !    .    .      .     .    .     .        .
second_guardian_email         ?      ?      ?    =    ?      ?     =    ?     ?        =
student_document_type         ~      ~      ~    =    ?      ?     =    ?     ?        =
student_document              ~      ~      ~    =    ?      ?     =    ?     ?        =
student_phone_country_code    ~      ~      ~    =    ?      ?     =    ?     ?        =
student_phone                 ~      ~      ~    =    ?      ?     =    ?     ?        =
student_same_address          ~      ~      ~    .    .      .     .    .     .        .
student_country               ~      ~      ~    =    ?      ?     =    ?     ?        =
student_address               ~      ~      ~    =    ?      ?     =    ?     ?        =
student_zip_code              ~      ~      ~    =    ?      ?     =    ?     ?        =
student_city                  ~      ~      ~    =    ?      ?     =    ?     ?        =
student_experience_years      ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
student_experience_speciality ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
studies_later                 .      .      .    !    .      .     .    .     .        .
student_speciality_option1    ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
student_syllabi_option1       ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
student_speciality_option2    ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
student_syllabi_option2       ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
student_speciality_option3    ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
student_syllabi_option3       ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
enrollment_observations       ?      ?      ?    ?    ?      ?     ?    ?     ?        ?
merits                        m      m      m    m    m      m     m    .     .        .
terms_and_conditions          !      !      !    !    !      !     !    !     !        !
`;

/** The same for adults, who return by wizard or paper. */
export const adultFieldTable = `
                              first more paper again api returning
school_year_id                y     y    =     =     !   !
student_birth_date            !     =    !     =     !   =
student_name                  !     =    !     =     !   =
student_surname               !     =    !     =     !   =
student_document_type         !     =    +     =     !   =
student_document              !     =    !     =     !   =
student_email                 !     =    !     =     !   =
student_phone_country_code    +     =    +     =     !   =
student_phone                 !     =    !     =     !   =
student_country               +     =    +     =     !   =
student_address               !     =    !     =     !   =
student_zip_code              !     =    !     =     !   =
student_city                  !     =    !     =     !   =
student_experience_years      ?     ?    ?     ?     ?   ?
student_experience_speciality ?     ?    ?     ?     ?   ?
studies_later                 .     !    .     .     .   .
student_speciality_option1    ?     ?    ?     ?     ?   ?
student_syllabi_option1       ?     ?    ?     ?     ?   ?
student_speciality_option2    ?     ?    ?     ?     ?   ?
student_syllabi_option2       ?     ?    ?     ?     ?   ?
student_speciality_option3    ?     ?    ?     ?     ?   ?
student_syllabi_option3       ?     ?    ?     ?     ?   ?
enrollment_observations       ?     ?    ?     ?     ?   ?
merits                        m     m    m     m     .   .
terms_and_conditions          !     !    !     !     !   !
`;

/** One or two open years, a round or none, tagged e-mails or not. */
export type Circumstances = { years: boolean; round: boolean; tags: boolean };

/** Rules of an entry point by field. */
export function getFieldRules(
  rule: string,
  entryPoint: string,
  { years, round, tags }: Circumstances,
): Map<string, string> {
  const [head = "", ...rows] = rule.trim().split("\n");
  const columnIndex = head.trim().split(/\s+/).indexOf(entryPoint);
  if (columnIndex < 0) throw new Error(`no door ${entryPoint}`);
  const byCircumstance: Record<string, string> = {
    y: years ? "!" : "=",
    m: round ? "?" : ".",
    e: tags ? "?" : "!",
  };
  return new Map(
    rows.map((row) => {
      const [field = "", ...cells] = row.split(/\s+/);
      const cell = cells[columnIndex] ?? "";
      return [field, byCircumstance[cell] ?? cell];
    }),
  );
}
