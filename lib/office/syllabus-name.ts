/** What people call a syllabus: its own name, or its course's. */
export const getSyllabusName = ({ name, course }: { name: string; course: { name: string } }) =>
  name || course.name;
