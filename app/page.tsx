export default function Page() {
  return <h1>Matrícula</h1>;
}
