export function App() {
  return <main className="p-4 text-title">Docket</main>
}
