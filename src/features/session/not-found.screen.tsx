import { Page } from './page.tsx'

export function NotFoundScreen() {
  return (
    <Page title="Not found">
      <p className="text-muted">There is nothing at this address, or your account has no access to it.</p>
      <a className="button" href="/">
        Open the workbench
      </a>
    </Page>
  )
}
