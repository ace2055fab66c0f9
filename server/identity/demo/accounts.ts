/** The people of the demo world, in the order of the sign-in page. */
import { PLATFORMS } from '#contract/model/platform.ts'
import type { NewAccount } from '#server/identity/accounts.ts'

const all = PLATFORMS.map(({ name }) => name)
// with UAT, where imports go unless told otherwise
const live = all.filter((name) => !['dev', 'local'].includes(name))

/** The id prefix of accounts added in the demo. */
export const ADDED_IN_DEMO = 'demo-'

export const DEMO_ACCOUNTS: readonly NewAccount[] = [
  person('analyst', 'Mara', 'Lindqvist', ['analyst'], live),
  person('analyst2', 'Tomás', 'Herrera', ['analyst'], live),
  person('manager', 'Ingrid', 'Okafor', ['analyst', 'manager'], live),
  person('docadmin', 'Yusuf', 'Brandt', ['analyst', 'document_admin'], live),
  person('admin', 'Helen', 'Marchetti', ['analyst', 'manager', 'admin'], all),
  person('superadmin', 'Ravi', 'Castellanos', ['analyst', 'manager', 'document_admin', 'admin', 'super_admin'], all),
  person('analyst-px', 'Noor', 'Petrov', ['analyst'], ['paxum']),
  person('outsider', 'Paul', 'Eastman', ['analyst'], []),
]

function person(
  id: string,
  firstName: string,
  lastName: string,
  roles: NewAccount['roles'],
  platforms: readonly string[],
): NewAccount {
  return { id, firstName, lastName, email: `${id}@docket.example`, roles, platforms }
}
