/** What every answer says about how it may be used. */

/** `formAction`: origins a form on the page may lead to, beside our own. */
export function securityHeaders(formAction: readonly string[] = []): Record<string, string> {
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
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}
