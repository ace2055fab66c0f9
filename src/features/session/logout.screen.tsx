import { useEffect, useState } from 'react'
import { useData } from '#src/data/data.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from './page.tsx'
import { signInUrl, signOut } from './sign-out.ts'

/** Ends the session on arrival. */
export function LogoutScreen() {
  const data = useData()
  const [state, setState] = useState<{ isDone: boolean; logoutUrl: string | null }>({ isDone: false, logoutUrl: null })

  useEffect(() => {
    let isShown = true
    void signOut(data).then((logoutUrl) => isShown && setState({ isDone: true, logoutUrl }))
    return () => {
      isShown = false
    }
  }, [data])

  if (!state.isDone) return <Page title="Signing out" />
  const { logoutUrl } = state
  return (
    <Page title="Signed out">
      <p className="text-muted">The session on this device has ended. What was not sent yet stays here, encrypted.</p>
      <div className="flex gap-2">
        <Button variant="primary" keys={['↵']} autoFocus onClick={() => location.assign(signInUrl())}>
          Sign in again
        </Button>
        {logoutUrl && <Button onClick={() => location.assign(logoutUrl)}>Sign out of the identity provider too</Button>}
      </div>
    </Page>
  )
}
