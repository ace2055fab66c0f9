// A link from another system to one transaction: kept in local storage until the cases list takes it up.

/** The search of the cases list when it next opens. */
export interface AddPanel {
  search: string
  type: string
  platform: string
}

const KEY = 'add_panel'

/** Reads the query of `/redirect`; null where the transaction or its direction is missing. */
export function readRedirect(query: URLSearchParams): AddPanel | null {
  const search = query.get('transactionId')
  const type = query.get('transactionDirection')
  if (!search || !type) return null
  return { search, type, platform: query.get('platform') ?? '' }
}

export function storeAddPanel(panel: AddPanel): void {
  localStorage.setItem(KEY, JSON.stringify(panel))
}

/** Hands the entry out once, to the list of its platform; whichever list opens first, nothing stays behind. */
export function takeAddPanel(platform: string): AddPanel | null {
  const text = localStorage.getItem(KEY)
  if (text === null) return null
  localStorage.removeItem(KEY)
  try {
    const panel = JSON.parse(text) as AddPanel
    return panel.platform === platform ? panel : null
  } catch (error) {
    console.info('A link that was stored could not be read', error)
    return null
  }
}
