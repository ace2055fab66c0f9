/** Headers of every answer: those of security, and what proves that it is the server's. */
import { SERVER_HEADER } from '#contract/request.ts'

/** A year, as browsers want it who put a site on their list. */
const HSTS = 'max-age=31536000'

/** `formAction`: origins a form on the page may lead to, beside our own. `publicUrl`: where browsers find the server. */
export function securityHeaders(
  publicUrl: string | undefined,
  formAction: readonly string[] = [],
): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `frame-src blob:`,
    `base-uri 'none'`,
    ['form-action', `'self'`, ...formAction].join(' '),
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    'trusted-types docket',
  ]
  return {
    [SERVER_HEADER]: '1',
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // also on answers that a proxy sends unencrypted: browsers apply it on https alone
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': HSTS }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}
