/** The commands that open the sections of Administration. */
import { defineCommand, type Command, type Keywords } from '#src/commands/command.ts'
import { flag } from '#src/commands/dispatcher/when.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { SECTIONS, sectionHref, type Section } from './links.ts'

const PALETTE: Readonly<Record<Section, { keys: readonly string[]; keywords: Keywords }>> = {
  presence: {
    keys: ['g shift+d'],
    keywords:
      'administration, wipe, remote wipe, revoke, end session, kill session, force logout, lost laptop, stolen phone, who is logged in, who is online, active users, logged in users, device management',
  },
  access: {
    keys: ['g shift+u'],
    keywords:
      'administration, users, user management, manage users, accounts, roles, rights, permissions, invite, new user, add user, team members, onboarding, leaver, joiner, rbac, access control, privileges, entitlements, people',
  },
  audit: {
    keys: ['g shift+l'],
    keywords:
      'administration, log, audit log, history, trail, audit trail, chain, event log, who did what, changes, activity, evidence for auditor, record',
  },
  reads: {
    keys: ['g shift+s'],
    keywords:
      'administration, who read, who looked, who viewed, who saw, who opened, STR, confidential, tipping off, access history, views, read log',
  },
  jobs: {
    keys: ['g shift+j'],
    keywords:
      'administration, queue, background, background jobs, failed jobs, retry, cron, scheduler, scheduled tasks, batch, tasks, workers, system status',
  },
  notices: {
    keys: ['g shift+n'],
    keywords:
      'administration, announcement, announce, message, everybody, banner, broadcast, maintenance, news, notify everyone',
  },
  policies: {
    keys: ['g shift+p'],
    keywords:
      'administration, settings, admin settings, limits, four eyes, configuration, config, system settings, undo window, parameters, governance, options, admin, control panel',
  },
  'screening-lists': {
    keys: ['g shift+w'],
    keywords:
      'administration, sanctions, sanction lists, sanctions lists, watchlists, watchlist, threshold, OFAC, OFAC list, SDN, EU list, UN list, HMT, OFSI, PEP, PEP list, adverse names, adverse media, blacklist, blocklist, match score, list update, name screening',
  },
}

export const commands: readonly Command[] = SECTIONS.map(({ section, title }) =>
  defineCommand({
    id: `nav.${section}`,
    title: `Go to ${title}`,
    shortTitle: title,
    group: 'Navigate',
    ...PALETTE[section],
    when: flag('admin'),
    run: (c) => c.ports.navigate(sectionHref(currentPlatform(), section)),
  }),
)
