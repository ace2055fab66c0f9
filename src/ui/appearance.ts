// Theme and density: attributes of the root element, stored on this device. public/theme.js applies them before the
// first paint; this module changes them and notifies dependants.

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'dense' | 'comfortable'

/** Row height in pixels; the stylesheet's --row-height says the same. */
export const ROW_HEIGHT: Record<Density, number> = { dense: 28, comfortable: 36 }

const listeners = new Set<() => void>()

function read(name: 'theme' | 'density'): string | undefined {
  return document.documentElement.dataset[name]
}

function write(name: 'theme' | 'density', value: string | null): void {
  if (value === null) {
    delete document.documentElement.dataset[name]
    localStorage.removeItem(`docket.${name}`)
  } else {
    document.documentElement.dataset[name] = value
    localStorage.setItem(`docket.${name}`, value)
  }
  for (const listener of listeners) listener()
}

export const appearance = {
  theme: (): Theme => {
    const value = read('theme')
    return value === 'light' || value === 'dark' ? value : 'system'
  },
  density: (): Density => (read('density') === 'comfortable' ? 'comfortable' : 'dense'),
  setTheme: (theme: Theme): void => write('theme', theme === 'system' ? null : theme),
  setDensity: (density: Density): void => write('density', density === 'dense' ? null : density),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
