import { useEffect, useState } from 'react'
import { Providers } from './providers.tsx'
import { createAppWindow } from './app-window.ts'

export function App() {
  const [appWindow] = useState(createAppWindow)
  useEffect(() => appWindow.start(), [appWindow])
  return <Providers window={appWindow} />
}
