/** The commands on accounts. Each change asks for a reason. */
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { reasonArg, textArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { access } from '#contract/calls/access.ts'
import type { AccessRow } from '#contract/model/access.ts'
import { ROLES, type Role } from '#contract/model/values.ts'
import { humanise } from '#src/format/label.ts'
import { accessQueries } from './queries.ts'
import { administrationActs, here, onRowOf, rowAtCursor } from '#src/features/administration/public.ts'

const rowOf = rowAtCursor<AccessRow>

/** Those of the signed-in user. */
type Platforms = () => readonly { name: string; label: string }[]

const toggled = <T>(all: readonly T[], one: T) =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one]

export function commands(data: Pick<Data, 'api' | 'queries'>, platforms: Platforms): Command[] {
  const { api } = data
  const { again, send } = administrationActs(data)
  const changeAccess = (
    row: AccessRow,
    change: Partial<Pick<AccessRow, 'roles' | 'platforms' | 'closed'>>,
    why: string,
  ) => {
    const { roles, platforms: at, closed, version } = { ...row, ...change }
    const body = { roles, platforms: at, closed, version, reason: why }
    void send(api.send(access.change, { params: { account: row.id }, body }, here()))
  }
  const whyNotAccess = (c: Ctx) => rowOf(c)?.refusal ?? null
  return [
    refreshCommand({ id: 'access.refresh', noun: 'accounts', when: inView('access'), run: () => void again() }),
    addAccountCommand(data, platforms),
    defineCommand({
      id: 'access.role',
      title: (c) => `Give ${rowOf(c)?.name ?? 'somebody'} a role, or take one…`,
      shortTitle: 'Change roles…',
      group: 'App',
      keywords:
        'grant, revoke, rights, administrator, make admin, permissions, role, promote, make manager, privileges, change role, authorisation, user rights',
      when: onRowOf('access'),
      keys: ['r'],
      calls: [access.change],
      disabledReason: whyNotAccess,
      args: [
        defineArg<'role', Role>({
          name: 'role',
          type: 'choice',
          prompt: (c) => `Roles of ${rowOf(c)?.name ?? 'somebody'}`,
          source: (c) =>
            ROLES.map((value) => {
              const has = rowOf(c)?.roles.includes(value)
              return { id: value, value, title: `${has ? 'Take' : 'Give'} ${humanise(value)}` }
            }),
        }),
        reasonArg('Change the roles, because'),
      ],
      run: (c, { role, reason: why }) => {
        const row = rowOf(c)
        if (row) changeAccess(row, { roles: toggled(row.roles, role) }, why)
      },
    }),
    defineCommand({
      id: 'access.platform',
      title: (c) => `Give ${rowOf(c)?.name ?? 'somebody'} a platform, or take one…`,
      shortTitle: 'Change platforms…',
      group: 'App',
      keywords: 'grant, revoke, tenant, platform access, company, entity, brand',
      when: onRowOf('access'),
      keys: ['p'],
      calls: [access.change],
      disabledReason: whyNotAccess,
      args: [
        defineArg<'where', string>({
          name: 'where',
          type: 'choice',
          prompt: (c) => `Platforms of ${rowOf(c)?.name ?? 'somebody'}`,
          source: (c) =>
            platforms().map(({ name, label }) => {
              const has = rowOf(c)?.platforms.includes(name)
              return { id: name, value: name, title: `${has ? 'Take' : 'Give'} ${label}` }
            }),
        }),
        reasonArg('Change the platforms, because'),
      ],
      run: (c, { where, reason: why }) => {
        const row = rowOf(c)
        if (row) changeAccess(row, { platforms: toggled(row.platforms, where) }, why)
      },
    }),
    defineCommand({
      id: 'access.close',
      title: (c) => {
        const row = rowOf(c)
        return `${row?.closed ? 'Open' : 'Close'} the account of ${row?.name ?? 'somebody'}…`
      },
      shortTitle: 'Close or open…',
      group: 'App',
      keywords:
        'disable, enable, left the company, deactivate, suspend, leaver, offboard, remove user, delete user, block user, close account, reactivate, terminate',
      when: onRowOf('access'),
      keys: ['shift+x'],
      calls: [access.change],
      disabledReason: whyNotAccess,
      args: [reasonArg('Sessions end and devices wipe themselves with what they have not sent. Because')],
      run: (c, { reason: why }) => {
        const row = rowOf(c)
        if (row) changeAccess(row, { closed: !row.closed }, why)
      },
    }),
  ]
}

const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
/** First name, and all that follows. */
const FULL_NAME = /^(\S+)\s+(\S.*)$/

/** One role and one platform; further ones by the row's commands. Fields managed by the provider are not requested. */
function addAccountCommand({ api, queries }: Pick<Data, 'api' | 'queries'>, platforms: Platforms): Command {
  const { send } = administrationActs({ queries })
  const rulers = () =>
    queries.getQueryData(accessQueries.list(api, currentPlatform()).queryKey)?.ruledBy ?? {
      roles: null,
      platforms: null,
    }
  const ruled = (setting: string) => [
    { id: 'ruled', value: [], title: `Set by the identity provider at every sign-in (${setting})` },
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
    calls: [access.add],
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
        type: 'choice',
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
