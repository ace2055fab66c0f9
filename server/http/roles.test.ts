import { expect, test } from 'vitest'
import { eachCall } from '#contract/table.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { startServer } from '#tests/support/start-world.ts'

const server = await startServer()

const restricted = [...eachCall()].flatMap(([name, call]) =>
  typeof call.roles === 'string' ? [] : [{ name, call, roles: call.roles }],
)
const withPlatform = DEMO_ACCOUNTS.filter(({ id }) => id !== 'outsider')

test.each(restricted)(
  '$name is refused to every account without the role, and allowed to all others',
  async ({ call, roles }) => {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name) => [name, name === 'platform' ? 'paxum' : '1']))
    const refused: string[] = []
    for (const { id } of withPlatform) {
      const response = await server.send(call, { params } as never, { as: id })
      if (response.status === 403) refused.push(id)
    }
    const expected = withPlatform.filter((each) => !each.roles.some((role) => roles.includes(role))).map(({ id }) => id)
    expect(refused).toEqual(expected)
  },
)
