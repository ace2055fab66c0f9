import { Page } from './card-page.tsx'

/** Shown where a link from another system lacks the transaction it was to lead to. */
export function RedirectScreen() {
  return (
    <Page title="Incomplete link">
      <p className="text-muted">
        This link names no transaction. It needs <code>transactionId</code> and <code>transactionDirection</code>; open
        it again from the system it came from, or search for the transaction in the cases.
      </p>
      <a className="button" href="/">
        Open the workbench
      </a>
    </Page>
  )
}
