import { useData } from '#src/data/data.ts'
import { Page } from './card-page.tsx'
import { knownSession } from './session.ts'

export function NotFoundScreen() {
  const data = useData()
  const known = knownSession(data)
  return (
    <Page title="Not found">
      <p className="text-muted">
        {known?.platforms.length === 0
          ? 'Your account has no platform to work on. Ask an administrator for one, or sign in with another account.'
          : 'There is nothing at this address, or your account has no access to it.'}
      </p>
      <div className="flex gap-2">
        {known?.platforms.length !== 0 && (
          <a className="button" href="/">
            Open the workbench
          </a>
        )}
        {data.token.get() && (
          <a className="button" href="/logout">
            Sign out
          </a>
        )}
      </div>
    </Page>
  )
}
