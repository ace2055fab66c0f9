/**
 * The actions of the policy. `str`: proposing and approving an STR; `str-reject`: closing a case without one. `forms`
 * always applies: nobody approves a form they wrote on.
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
