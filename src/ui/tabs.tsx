import { Tabs as Base } from '@base-ui/react/tabs'
import { useEffect, type ReactNode } from 'react'
import { formatCount } from '#src/format/count.ts'
import { landFocus } from '#src/ui/overlay/return-focus.ts'
import { Kbd } from './kbd.tsx'

export interface TabsProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly { value: V; label: string; count?: number | undefined; keys?: readonly string[] | undefined }[]
  /** The panel of the present tab. */
  children: ReactNode
}

export function Tabs<V extends string>({ label, value, onChange, tabs, children }: TabsProps<V>) {
  // the list of the tab before may have had it
  useEffect(landFocus, [value])
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)} className="flex min-h-0 grow flex-col">
      <Base.List aria-label={label} className="flex flex-none flex-wrap gap-1 border-b border-line px-2">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tab">
            {tab.label}
            {tab.count !== undefined && <span className="text-label text-muted">{formatCount(tab.count)}</span>}
            {tab.keys && <Kbd keys={tab.keys} />}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} data-scrolls="" className="min-h-0 grow overflow-y-auto">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
