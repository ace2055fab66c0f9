/** The sections of Administration, in their order, and where they are. */
export const SECTIONS = [
  {
    section: 'presence',
    title: 'Sessions and devices',
    key: 'g shift+d',
    keywords:
      'administration, wipe, remote wipe, revoke, end session, kill session, force logout, lost laptop, stolen phone, who is logged in, who is online, active users, logged in users, device management',
  },
  {
    section: 'access',
    title: 'Access',
    key: 'g shift+u',
    keywords:
      'administration, users, user management, manage users, accounts, roles, rights, permissions, invite, new user, add user, team members, onboarding, leaver, joiner, rbac, access control, privileges, entitlements, people',
  },
  {
    section: 'audit',
    title: 'Audit',
    key: 'g shift+l',
    keywords:
      'administration, log, audit log, history, trail, audit trail, chain, event log, who did what, changes, activity, evidence for auditor, record',
  },
  {
    section: 'reads',
    title: 'SAR access log',
    key: 'g shift+s',
    keywords:
      'administration, who read, who looked, who viewed, who saw, who opened, STR, confidential, tipping off, access history, views, read log',
  },
  {
    section: 'jobs',
    title: 'Jobs',
    key: 'g shift+j',
    keywords:
      'administration, queue, background, background jobs, failed jobs, retry, cron, scheduler, scheduled tasks, batch, tasks, workers, system status',
  },
  {
    section: 'notices',
    title: 'Notices',
    key: 'g shift+n',
    keywords:
      'administration, announcement, announce, message, everybody, banner, broadcast, maintenance, news, notify everyone',
  },
  {
    section: 'policies',
    title: 'Policies',
    key: 'g shift+p',
    keywords:
      'administration, settings, admin settings, limits, four eyes, configuration, config, system settings, undo window, parameters, governance, options, admin, control panel',
  },
  {
    section: 'screening-lists',
    title: 'Screening lists',
    key: 'g shift+w',
    keywords:
      'administration, sanctions, sanction lists, sanctions lists, watchlists, watchlist, threshold, OFAC, OFAC list, SDN, EU list, UN list, HMT, OFSI, PEP, PEP list, adverse names, adverse media, blacklist, blocklist, match score, list update, name screening',
  },
] as const
export type Section = (typeof SECTIONS)[number]['section']

export const sectionHref = (platform: string, section: Section): string =>
  `/admin/${encodeURIComponent(platform)}/administration/${section}`
