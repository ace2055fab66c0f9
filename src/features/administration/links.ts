/** The sections of Administration, in their order, and where they are. */
export const SECTIONS = [
  { section: 'presence', title: 'Sessions and devices' },
  { section: 'access', title: 'Access' },
  { section: 'audit', title: 'Audit' },
  { section: 'reads', title: 'SAR access log' },
  { section: 'jobs', title: 'Jobs' },
  { section: 'notices', title: 'Notices' },
  { section: 'policies', title: 'Policies' },
  { section: 'screening-lists', title: 'Screening lists' },
] as const
export type Section = (typeof SECTIONS)[number]['section']

export const sectionHref = (platform: string, section: Section): string =>
  `/admin/${encodeURIComponent(platform)}/administration/${section}`
