/** The sections of Administration, in their order, and where they are. */
export const SECTIONS = [
  {
    section: 'presence',
    title: 'Sessions and devices',
    key: 'g shift+d',
    keywords: ['wipe', 'revoke', 'end session', 'lost laptop'],
  },
  {
    section: 'access',
    title: 'Access',
    key: 'g shift+u',
    keywords: ['users', 'accounts', 'roles', 'rights', 'permissions'],
  },
  { section: 'audit', title: 'Audit', key: 'g shift+l', keywords: ['log', 'history', 'trail', 'chain'] },
  { section: 'reads', title: 'SAR access log', key: 'g shift+s', keywords: ['who read', 'STR', 'confidential'] },
  { section: 'jobs', title: 'Jobs', key: 'g shift+j', keywords: ['queue', 'background', 'failed', 'retry'] },
  {
    section: 'notices',
    title: 'Notices',
    key: 'g shift+n',
    keywords: ['announcement', 'message', 'everybody', 'banner'],
  },
  {
    section: 'policies',
    title: 'Policies',
    key: 'g shift+p',
    keywords: ['settings', 'limits', 'four eyes', 'configuration'],
  },
  {
    section: 'screening-lists',
    title: 'Screening lists',
    key: 'g shift+w',
    keywords: ['sanctions', 'watchlist', 'threshold', 'OFAC', 'PEP', 'adverse names'],
  },
] as const
export type Section = (typeof SECTIONS)[number]['section']

export const sectionHref = (platform: string, section: Section): string =>
  `/admin/${encodeURIComponent(platform)}/administration/${section}`
