/** The commands of Administration: where its sections are, and what is done in them. Each change asks for a reason. */
import { access } from '#contract/calls/administration/access.ts'
import { jobs, notices, policies } from '#contract/calls/administration/maintenance.ts'
import type { AccessRow, PresenceRow } from '#contract/model/administration/access.ts'
import { fitsField, valueInWords, type Policy, type PolicyValue } from '#contract/model/administration/policy.ts'
import { NOTICE_MAX, type Job, type Notice } from '#contract/model/administration/maintenance.ts'
import { ROLES, type Role } from '#contract/model/values.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView, type View } from '#src/commands/dispatcher/when.ts'
import { reasonArg, textArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { settled } from '#src/data/net/ignore-refusal.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/session/public.ts'
import { readMoment } from '#src/format/day.ts'
import { DAY_WORDS } from '#src/format/today.ts'
import { humanise } from '#src/format/label.ts'
import { dismissals } from './dismissed-notices.ts'
import { SECTIONS, sectionHref } from './links.ts'
import { noticeQuery } from './notice-bar.tsx'
import { administrationKey, administrationQueries } from './queries.ts'

const HOUR = 3_600_000
const on = (view: View) => all(inView(view), flag('hasCursor'))

/** `platforms`: those of the signed-in user. */
export function administrationCommands(
  data: Pick<Data, 'api' | 'queries'>,
  platforms: () => readonly { name: string; label: string }[],
): Command[] {
  const acts = administrationActs(data, platforms)
  return [
    ...placeCommands(acts),
    ...presenceCommands(acts),
    ...accessCommands(acts),
    ...jobCommands(acts),
    ...noticeCommands(acts),
    ...policyCommands(acts),
  ]
}

/** Actions and state behind the commands, without keys. */
function administrationActs(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  platforms: () => readonly { name: string; label: string }[],
) {
  const rowOf = <Row>(c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as Row | undefined
  const again = () => queries.invalidateQueries({ queryKey: administrationKey(currentPlatform()) })
  const send = async (sending: Promise<unknown>) => {
    await settled(sending)
    await again()
  }
  const here = () => ({ platform: currentPlatform() })

  const changeAccess = (
    row: AccessRow,
    change: Partial<Pick<AccessRow, 'roles' | 'platforms' | 'closed'>>,
    why: string,
  ) => {
    const { roles, platforms: at, closed, version } = { ...row, ...change }
    const body = { roles, platforms: at, closed, version, reason: why }
    void send(api.send(access.change, { params: { account: row.id }, body }, here()))
  }
  const whyNotAccess = (c: Ctx) => rowOf<AccessRow>(c)?.refusal ?? null
  const toggled = <T>(all: readonly T[], one: T) =>
    all.includes(one) ? all.filter((each) => each !== one) : [...all, one]

  return { api, queries, platforms, rowOf, again, send, here, changeAccess, whyNotAccess, toggled }
}
type AdministrationActs = ReturnType<typeof administrationActs>

function placeCommands({ again }: AdministrationActs): Command[] {
  return [
    ...SECTIONS.map(({ section, title, key, keywords }) =>
      defineCommand({
        id: `nav.${section}`,
        title: `Go to ${title}`,
        shortTitle: title,
        group: 'Navigate',
        keywords,
        keys: [key],
        when: flag('admin'),
        run: (c) => c.ports.navigate(sectionHref(currentPlatform(), section)),
      }),
    ),
    ...(
      [
        ['presence', 'presence', 'sessions and devices'],
        ['access', 'access', 'accounts'],
        ['job', 'jobs', 'jobs'],
        ['notice', 'notices', 'notices'],
        ['policy', 'policies', 'policies'],
      ] as const
    ).map(([area, view, noun]) =>
      refreshCommand({ id: `${area}.refresh`, noun, when: inView(view), run: () => void again() }),
    ),
  ]
}

function presenceCommands({ api, rowOf, send, here }: AdministrationActs): Command[] {
  return [
    defineCommand({
      id: 'presence.end',
      title: (c) => `End the session of ${rowOf<PresenceRow>(c)?.person.name ?? 'somebody'}…`,
      shortTitle: 'End session…',
      group: 'App',
      keywords:
        'sign out, log out, kick, kill session, force logout, terminate, disconnect, revoke session, boot, log off',
      when: on('presence'),
      keys: ['e'],
      offline: 'block',
      disabledReason: (c) => {
        const row = rowOf<PresenceRow>(c)
        if (row?.kind !== 'session') return 'This is a device'
        return row.current ? 'This is your own: log out instead' : row.refusal
      },
      args: [reasonArg('End the session, because')],
      run: (c, { reason: why }) => {
        const row = rowOf<PresenceRow>(c)
        if (row) void send(api.send(access.endSession, { params: { session: row.id }, body: { reason: why } }, here()))
      },
    }),
    defineCommand({
      id: 'presence.wipe',
      title: (c) => `Wipe the device of ${rowOf<PresenceRow>(c)?.person.name ?? 'somebody'}, with what is not sent…`,
      shortTitle: 'Wipe device…',
      group: 'App',
      keywords:
        'revoke, lost, stolen, erase, remote wipe, lost laptop, delete device, remove device, reset device, brick',
      when: on('presence'),
      keys: ['shift+x'],
      offline: 'block',
      disabledReason: (c) => {
        const row = rowOf<PresenceRow>(c)
        return row?.kind === 'device' ? row.refusal : 'This is a session'
      },
      args: [reasonArg('Wipe the device with what it has not sent, because')],
      run: (c, { reason: why }) => {
        const row = rowOf<PresenceRow>(c)
        if (!row) return
        const body = { account: row.person.id, reason: why }
        void send(api.send(access.wipeDevice, { params: { device: row.id }, body }, here()))
      },
    }),
  ]
}

function accessCommands(acts: AdministrationActs): Command[] {
  const { platforms, rowOf, changeAccess, whyNotAccess, toggled } = acts
  return [
    addAccountCommand(acts),
    defineCommand({
      id: 'access.role',
      title: (c) => `Give ${rowOf<AccessRow>(c)?.name ?? 'somebody'} a role, or take one…`,
      shortTitle: 'Change roles…',
      group: 'App',
      keywords:
        'grant, revoke, rights, administrator, make admin, permissions, role, promote, make manager, privileges, change role, authorisation, user rights',
      when: on('access'),
      keys: ['r'],
      offline: 'block',
      disabledReason: whyNotAccess,
      args: [
        defineArg<'role', Role>({
          name: 'role',
          type: 'choice',
          prompt: (c) => `Roles of ${rowOf<AccessRow>(c)?.name ?? 'somebody'}`,
          source: (c) =>
            ROLES.map((value) => {
              const has = rowOf<AccessRow>(c)?.roles.includes(value)
              return { id: value, value, title: `${has ? 'Take' : 'Give'} ${humanise(value)}` }
            }),
        }),
        reasonArg('Change the roles, because'),
      ],
      run: (c, { role, reason: why }) => {
        const row = rowOf<AccessRow>(c)
        if (row) changeAccess(row, { roles: toggled(row.roles, role) }, why)
      },
    }),
    defineCommand({
      id: 'access.platform',
      title: (c) => `Give ${rowOf<AccessRow>(c)?.name ?? 'somebody'} a platform, or take one…`,
      shortTitle: 'Change platforms…',
      group: 'App',
      keywords: 'grant, revoke, tenant, platform access, company, entity, brand',
      when: on('access'),
      keys: ['p'],
      offline: 'block',
      disabledReason: whyNotAccess,
      args: [
        defineArg<'where', string>({
          name: 'where',
          type: 'platform',
          prompt: (c) => `Platforms of ${rowOf<AccessRow>(c)?.name ?? 'somebody'}`,
          source: (c) =>
            platforms().map(({ name, label }) => {
              const has = rowOf<AccessRow>(c)?.platforms.includes(name)
              return { id: name, value: name, title: `${has ? 'Take' : 'Give'} ${label}` }
            }),
        }),
        reasonArg('Change the platforms, because'),
      ],
      run: (c, { where, reason: why }) => {
        const row = rowOf<AccessRow>(c)
        if (row) changeAccess(row, { platforms: toggled(row.platforms, where) }, why)
      },
    }),
    defineCommand({
      id: 'access.close',
      title: (c) => {
        const row = rowOf<AccessRow>(c)
        return `${row?.closed ? 'Open' : 'Close'} the account of ${row?.name ?? 'somebody'}…`
      },
      shortTitle: 'Close or open…',
      group: 'App',
      keywords:
        'disable, enable, left the company, deactivate, suspend, leaver, offboard, remove user, delete user, block user, close account, reactivate, terminate',
      when: on('access'),
      keys: ['shift+x'],
      offline: 'block',
      disabledReason: whyNotAccess,
      args: [reasonArg('Sessions end and devices wipe themselves with what they have not sent. Because')],
      run: (c, { reason: why }) => {
        const row = rowOf<AccessRow>(c)
        if (row) changeAccess(row, { closed: !row.closed }, why)
      },
    }),
  ]
}

const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
/** First name, and all that follows. */
const FULL_NAME = /^(\S+)\s+(\S.*)$/

/** One role and one platform; further ones by the row's commands. Fields managed by the provider are not requested. */
function addAccountCommand({ api, queries, platforms, send, here }: AdministrationActs): Command {
  const rulers = () =>
    queries.getQueryData(administrationQueries.access(api, currentPlatform()).queryKey)?.ruledBy ?? {
      roles: null,
      platforms: null,
    }
  const ruled = (setting: string) => [
    { id: 'ruled', value: [], title: `The identity provider says at every sign-in (${setting})` },
  ]
  return defineCommand({
    id: 'access.add',
    title: 'Add an account…',
    shortTitle: 'Add account…',
    group: 'App',
    keywords:
      'invite, new, user, colleague, create, invite user, add user, new user, create account, new employee, onboard, joiner, new analyst, add person, provision',
    when: inView('access'),
    keys: ['a'],
    offline: 'block',
    args: [
      textArg('email', 'Invite', 'an e-mail address', (text) => ADDRESS.test(text)),
      textArg('name', 'Name', 'a first and a last name', (text) => FULL_NAME.test(text)),
      defineArg<'roles', Role[]>({
        name: 'roles',
        type: 'choice',
        prompt: () => 'Role',
        source: () => {
          const { roles } = rulers()
          if (roles !== null) return ruled(roles)
          return ROLES.map((value) => ({ id: value, value: [value], title: humanise(value) }))
        },
      }),
      defineArg<'where', string[]>({
        name: 'where',
        type: 'platform',
        prompt: () => 'Platform',
        default: () => currentPlatform(),
        source: () => {
          const ruler = rulers().platforms
          if (ruler !== null) return ruled(ruler)
          return platforms().map(({ name, label }) => ({ id: name, value: [name], title: label }))
        },
      }),
      reasonArg('Add the account, because'),
    ],
    run: (_, { email, name, roles, where, reason: why }) => {
      const [, firstName = '', lastName = ''] = FULL_NAME.exec(name) ?? []
      const body = { email, firstName, lastName, roles, platforms: where, reason: why }
      void send(api.send(access.add, { body }, here()))
    },
  })
}

function jobCommands({ api, rowOf, send, here }: AdministrationActs): Command[] {
  return [
    defineCommand({
      id: 'job.retry',
      title: (c) => `Try ${rowOf<Job>(c)?.name ?? 'the job'} again…`,
      shortTitle: 'Retry…',
      group: 'App',
      keywords: 'again, failed, rerun, restart, run again, requeue, redo, execute',
      when: on('jobs'),
      keys: ['r'],
      offline: 'block',
      disabledReason: (c) => rowOf<Job>(c)?.refusal ?? null,
      args: [reasonArg('Try it again, because')],
      run: (c, { reason: why }) => {
        const row = rowOf<Job>(c)
        if (!row) return
        void send(api.send(jobs.retry, { params: { name: row.name, job: row.id }, body: { reason: why } }, here()))
      },
    }),
  ]
}

function noticeCommands({ api, queries, rowOf, send, here }: AdministrationActs): Command[] {
  return [
    defineCommand({
      id: 'notice.publish',
      title: 'Publish a notice to everybody on the platform…',
      shortTitle: 'New notice…',
      group: 'App',
      keywords:
        'announce, announcement, message, banner, maintenance, broadcast, tell everybody, news, new notice, alert everyone, downtime',
      when: inView('notices'),
      keys: ['a'],
      offline: 'block',
      args: [
        textArg(
          'text',
          'Everybody on the platform reads',
          `at most ${NOTICE_MAX} characters`,
          (text) => text.length <= NOTICE_MAX,
        ),
        defineArg<'until', string>({
          name: 'until',
          type: 'date',
          prompt: () => 'Until',
          typed: () => `${DAY_WORDS}, with a time HH:mm, UTC`,
          source: (c) =>
            ([1, 4, 8, 24, 72, 168] as const).map((hours) => {
              const at = new Date(c.ports.now() + hours * HOUR).toISOString()
              const title =
                hours < 24
                  ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
                  : `${hours / 24} ${hours === 24 ? 'day' : 'days'}`
              return { id: String(hours), value: at, title, detail: `${at.slice(0, 16).replace('T', ' ')} UTC` }
            }),
          create: (c, query) => {
            const at = readMoment(query, c.ports.now())
            if (at === null) return null
            const value = new Date(at).toISOString()
            return { id: query, value, title: `${value.slice(0, 16).replace('T', ' ')} UTC` }
          },
        }),
      ],
      run: (_, { text: words, until }) => {
        void send(api.send(notices.publish, { body: { text: words, until } }, here())).then(() =>
          queries.invalidateQueries({ queryKey: noticeQuery(api, currentPlatform()).queryKey }),
        )
      },
    }),
    defineCommand({
      id: 'notice.end',
      title: 'End the notice now',
      shortTitle: 'End notice',
      group: 'App',
      keywords: 'withdraw, remove, stop, unpublish, take down, delete notice',
      when: on('notices'),
      keys: ['e'],
      offline: 'block',
      disabledReason: (c) => {
        const row = rowOf<Notice>(c)
        return row && row.endedAt === null && Date.parse(row.until) > c.ports.now() ? null : 'It is over'
      },
      run: (c) => {
        const row = rowOf<Notice>(c)
        if (!row) return
        void send(api.send(notices.end, { params: { notice: row.id } }, here())).then(() =>
          queries.invalidateQueries({ queryKey: noticeQuery(api, currentPlatform()).queryKey }),
        )
      },
    }),
    defineCommand({
      id: 'notice.dismiss',
      title: 'Dismiss the notices that are shown',
      shortTitle: 'Dismiss',
      group: 'View',
      keywords: 'hide banner, close banner, banner, announcement, hide notice, got it',
      keys: ['g shift+y'],
      disabledReason: () => {
        const known = queries.getQueryData(noticeQuery(api, currentPlatform()).queryKey)
        return (known?.items.length ?? 0) > 0 ? null : 'No notice is shown'
      },
      run: () => {
        const known = queries.getQueryData(noticeQuery(api, currentPlatform()).queryKey)
        dismissals.dismiss((known?.items ?? []).map(({ id }) => id))
      },
    }),
  ]
}

function policyCommands({ api, rowOf, send, here }: AdministrationActs): Command[] {
  return [
    defineCommand({
      id: 'policy.set',
      title: (c) => `Change “${rowOf<Policy>(c)?.title ?? 'the policy'}”…`,
      shortTitle: 'Change…',
      group: 'App',
      keywords:
        'edit, limit, setting, change policy, configure, modify, adjust, update, threshold, toggle, turn on, turn off',
      when: on('policies'),
      keys: ['enter', 'e'],
      offline: 'block',
      disabledReason: (c) => {
        const row = rowOf<Policy>(c)
        return row && row.where !== null ? `It is changed in ${row.where}` : null
      },
      args: [
        defineArg<'value', PolicyValue>({
          name: 'value',
          type: 'choice',
          prompt: (c) => rowOf<Policy>(c)?.title ?? 'Value',
          typed: () => 'a value',
          source: (c) => optionsOf(rowOf<Policy>(c)),
          create: (c, query) => typedValue(rowOf<Policy>(c), query.trim()),
        }),
        reasonArg('Change it, because'),
      ],
      run: (c, { value, reason: why }) => {
        const row = rowOf<Policy>(c)
        if (!row) return
        const body = { value, version: row.version, reason: why }
        void send(api.send(policies.set, { params: { policy: row.id }, body }, here()))
      },
    }),
  ]
}

function optionsOf(row: Policy | undefined) {
  const field = row?.field
  if (!field || field.kind === 'number') return []
  const values: PolicyValue[] = field.kind === 'switch' ? [true, false] : field.options.map(({ value }) => value)
  return values.map((value) => ({ id: String(value), value, title: valueInWords(field, value) }))
}

/** A number that the policy takes. */
function typedValue(row: Policy | undefined, typed: string) {
  const field = row?.field
  if (field?.kind !== 'number' || !/^\d+(\.\d+)?$/.test(typed)) return null
  const value = Number(typed)
  if (!fitsField(field, value)) return null
  return { id: typed, value, title: valueInWords(field, value) }
}
