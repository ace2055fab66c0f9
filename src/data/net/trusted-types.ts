/** The one Trusted Types policy: it vouches for scripts of this origin that the build made, and for nothing else. */

interface Policy {
  createScriptURL(url: string): unknown
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

/** The build's own scripts, the service worker, and the sources that the development server serves. */
const OURS = import.meta.env.DEV ? /^\/(assets|engine|src|node_modules|@|sw\.js$|dev-sw\.js)/ : /^\/(assets\/|sw\.js$)/

function check(url: string): string {
  const { origin, pathname } = new URL(url, location.href)
  if (origin !== location.origin || !OURS.test(pathname)) throw new TypeError(`not one of our scripts: ${url}`)
  return url
}

let policy: Policy | undefined

/** A script's address as `Worker` and `register` take it under `require-trusted-types-for 'script'`. Throws on others. */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory?.createPolicy('docket', { createScriptURL: check }) ?? { createScriptURL: check }
  // the platform's types do not know TrustedScriptURL in these places yet
  return policy.createScriptURL(url) as string
}
