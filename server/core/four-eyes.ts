/**
 * What the policy can name. `str`: an STR, and what becomes of one; `str-reject`: closing a case without one. `forms` is
 * always so, named or not: who wrote on a form does not approve it.
 */
export const FOUR_EYES = [
  'rules',
  'str',
  'str-reject',
  'allowlists',
  'hardstop',
  'bulk',
  'sanctions',
  'access',
  'forms',
] as const
