/** Signs in at a server that listens, as a person does at the demo identity provider. */
import { Browser } from './browser.ts'

const isReturn = (next: URL) => next.pathname === '/authorize'

/** A session token of a demo account. */
export async function signIn(url: string, account: string): Promise<string> {
  const browser = new Browser()
  const page = await browser.follow(`${url}/api/login/azure?auth=1&spa_host=${encodeURIComponent(url)}`, isReturn)
  const choice = { method: 'POST', body: new URLSearchParams({ account }) }
  const { at } = await browser.follow(page.at, isReturn, choice)
  const accessToken = at.searchParams.get('accessToken') ?? ''
  const answer = await browser.request(`${url}/api/login/exchange`, {
    method: 'POST',
    body: JSON.stringify({ accessToken }),
  })
  // on a plain catalogue server this is the session already
  if (answer.status === 404) return accessToken
  return ((await answer.json()) as { token: string }).token
}
