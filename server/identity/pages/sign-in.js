// A digit signs in; the arrows move between the accounts.
const accounts = [...document.querySelectorAll('button[data-key]')]

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
  accounts.find((each) => each.dataset.key === event.key)?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const from = accounts.indexOf(document.activeElement)
  accounts.at((from + step) % accounts.length)?.focus()
})
accounts[0]?.focus()
