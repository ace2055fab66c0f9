import { Button } from '#src/ui/button.tsx'
import { Page } from './card-page.tsx'
import { signInUrl } from './sign-out.ts'

/** Home without a session; with one, the router has gone on to the workbench. */
export function HomeScreen() {
  return (
    <Page title="Docket">
      <p className="text-muted">Review cases and alerts by keyboard, with or without a network.</p>
      <Button variant="primary" keys={['↵']} autoFocus onClick={() => location.assign(signInUrl())}>
        Sign in
      </Button>
    </Page>
  )
}
