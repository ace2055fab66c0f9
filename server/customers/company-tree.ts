/** The owners of a company, level by level, up to the ultimate ones. */
import type { CompanyNode } from '#contract/model/customer.ts'
import type { Db } from '#server/store/sql.ts'
import type { CustomerRow } from './profile.ts'

/** Deeper or wider structures are cut. */
const LEVELS = 8
const MOST = 500

/** The tree of a company; null for a person, and without known owners. */
export async function companyTreeOf(db: Db, root: CustomerRow): Promise<CompanyNode | null> {
  const members = new Map<string, Member[]>()
  let wanted = [root.id]
  let count = 0
  for (let level = 0; level < LEVELS && wanted.length > 0; level += 1) {
    const found = await membersOf(db, root.platform, wanted, MOST - count)
    for (const member of found) {
      members.set(member.company_id, [...(members.get(member.company_id) ?? []), member])
    }
    count += found.length
    wanted = [...new Set(found.map(({ member_id }) => member_id))].filter((id) => !members.has(id))
  }
  if (!members.has(root.id)) return null
  const node = { customerId: root.id, name: root.name, type: root.type, role: null, share: null, country: root.country }
  return { ...node, children: childrenOf(root.id, members, [root.id]) }
}

type Member = Awaited<ReturnType<typeof membersOf>>[number]

/** Owners first, by their part, then everybody by name. A customer goes by what is known of it now. */
function membersOf(db: Db, platform: string, companies: readonly string[], most: number) {
  return db
    .selectFrom('company_member as m')
    .leftJoin('customer as c', (join) => join.onRef('c.platform', '=', 'm.platform').onRef('c.id', '=', 'm.member_id'))
    .select(['m.company_id', 'm.member_id', 'm.role', 'm.share', 'c.id as customer_id'])
    .select((eb) => [
      eb.fn.coalesce('c.name', 'm.name').as('name'),
      eb.fn.coalesce('c.type', 'm.type').as('type'),
      eb.fn.coalesce('c.country', 'm.country').as('country'),
    ])
    .where('m.platform', '=', platform)
    .where('m.company_id', 'in', companies)
    .orderBy('m.share', (order) => order.desc().nullsLast())
    .orderBy('name')
    .orderBy('m.member_id')
    .orderBy('m.role')
    .limit(most)
    .execute()
}

/** Companies that own each other would be a cycle: a repeated one is shown and ends the branch. */
function childrenOf(company: string, members: ReadonlyMap<string, Member[]>, above: readonly string[]): CompanyNode[] {
  if (above.length > LEVELS) return []
  return (members.get(company) ?? []).map((member) => ({
    customerId: member.customer_id,
    name: member.name,
    type: member.type,
    role: member.role,
    share: member.share === null ? null : Number(member.share),
    country: member.country,
    children: above.includes(member.member_id)
      ? []
      : childrenOf(member.member_id, members, [...above, member.member_id]),
  }))
}
