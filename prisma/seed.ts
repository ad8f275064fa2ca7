export async function seedSchool(_today: string) {}
