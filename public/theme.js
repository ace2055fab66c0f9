// Runs before the first paint, so that a theme chosen against the system's never flashes.
for (const name of ['theme', 'density']) {
  const value = localStorage.getItem(`docket.${name}`)
  if (value) document.documentElement.dataset[name] = value
}
