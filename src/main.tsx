// The window's entry: the validator's setting before any schema, the engine's worker, the stylesheet, then the application.
import '#contract/jitless.ts'
import '#src/data/engine-client/start-worker.ts'
import '#src/ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#src/app/app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
