// The shadow hits of a rule, by day.
import { useQuery } from '@tanstack/react-query'
import type { Rule } from '#contract/model/rules/rule.ts'
import { useData } from '#src/data/data.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { RuleButtons } from '#src/features/rules/rule-buttons.tsx'
import { countOf, formatCount } from '#src/format/count.ts'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Bar, SidePanel } from './panel-parts.tsx'

export function ShadowPanel({ platform, rule }: { platform: string; rule: Rule | undefined }) {
  const isShadow = rule?.stage === 'shadow'
  return (
    <SidePanel label="Shadow">
      {rule && isShadow ? (
        <Counts platform={platform} rule={rule} />
      ) : (
        <p className="text-muted">
          In shadow mode a rule evaluates all transactions, counts its hits, and raises no alert.
        </p>
      )}
      {rule && <RuleButtons commands={[isShadow ? 'rule.promote' : 'rule.toShadow']} primary="rule.promote" />}
    </SidePanel>
  )
}

function Counts({ platform, rule }: { platform: string; rule: Rule }) {
  const { api } = useData()
  const { data, error } = useQuery(ruleQueries.shadow(api, platform, rule.id, rule.revisionId))
  if (error) return <p className="text-muted">{error.message}</p>
  if (!data) return <Skeleton lines={4} label="Loading the counts" />
  const most = Math.max(1, ...data.days.map(({ hits }) => hits))
  return (
    <>
      <p>
        Revision {data.revisionId} would have raised <strong>{countOf(data.hits, 'alert')}</strong>
        {data.hits > 0 && `; rules in force raised one on ${formatCount(data.alsoAlerted)} of them as well`}.
      </p>
      {data.days.length > 0 && (
        <Table
          label="Hits by day"
          columns={['Day', 'Hits', 'Also alerted', 'Share']}
          align={{ 1: 'end', 2: 'end' }}
          rows={data.days.map(({ day, hits, alsoAlerted }) => ({
            key: day,
            cells: [day, formatCount(hits), formatCount(alsoAlerted), <Bar key="bar" part={hits / most} />],
          }))}
        />
      )}
    </>
  )
}
