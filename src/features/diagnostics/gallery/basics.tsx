// Buttons, marks, texts and what stands in for them while they load or are missing.
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Unread } from '#src/ui/list/unread.tsx'
import { LoadingBar } from '#src/ui/loading-bar.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { Tag, TonedMark, type Tone } from '#src/ui/tag.tsx'
import type { Entries } from './entry.ts'

const VARIANTS = ['primary', 'plain', 'quiet', 'danger'] as const
const TONES: readonly Tone[] = ['plain', 'stop', 'warn', 'late', 'done', 'accent']
const MOMENT = '2026-11-27 14:05:09'
type Tab = 'alerts' | 'notes'

function Buttons() {
  return (
    <div className="flex flex-wrap gap-2">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} keys={['g', variant[0] ?? '']}>
          {variant}
        </Button>
      ))}
      {VARIANTS.map((variant) => (
        <Button key={`disabled ${variant}`} variant={variant} disabled>
          {variant}, disabled
        </Button>
      ))}
    </div>
  )
}

function IconButtons() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconButton icon={Bell} label="Small" keys={['n']} />
      <IconButton icon={Bell} label="Medium" size={32} />
      <IconButton icon={Bell} label="Large" size={45} />
      <IconButton icon={Bell} label="Disabled" disabled />
    </div>
  )
}

function Tags() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {TONES.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
      {TONES.map((tone) => tone !== 'plain' && <TonedMark key={`mark ${tone}`} tone={tone} />)}
    </div>
  )
}

function TabsOfTwo() {
  const [tab, setTab] = useState<Tab>('alerts')
  return (
    <Tabs
      label="Example"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'alerts', label: 'Alerts', count: 12, keys: ['1'] },
        { value: 'notes', label: 'Notes' },
      ]}
    >
      <p className="p-3">{tab === 'alerts' ? 'The panel of alerts' : 'The panel of notes'}</p>
    </Tabs>
  )
}

export const BASICS: Entries = {
  'button.tsx': { title: 'Button', States: Buttons },
  'icon-button.tsx': { title: 'Icon button', States: IconButtons },
  'kbd.tsx': {
    title: 'Key',
    States: () => (
      <p className="flex gap-4">
        <Kbd keys={['j']} />
        <Kbd keys={['g', 'c']} />
        <Kbd keys={['Ctrl', 'Shift', 'L']} />
      </p>
    ),
  },
  'tag.tsx': { title: 'Tag and mark', States: Tags },
  'date-display.tsx': {
    title: 'Date',
    States: () => (
      <p className="flex flex-wrap gap-4">
        <DateDisplay value={MOMENT} />
        <DateDisplay value={MOMENT} isCompact />
        <DateDisplay value={MOMENT.slice(0, 10)} />
      </p>
    ),
  },
  'tabs.tsx': { title: 'Tabs', States: TabsOfTwo },
  'empty.tsx': {
    title: 'Empty',
    States: () => (
      <Empty title="No case matches">
        <Button>Clear filters</Button>
      </Empty>
    ),
  },
  'list/unread.tsx': { title: 'Not available offline', States: Unread },
  'skeleton.tsx': { title: 'Skeleton', States: () => <Skeleton lines={4} label="Loading the example" /> },
  'loading-bar.tsx': {
    title: 'Loading bar',
    States: () => (
      <div className="grid gap-3">
        <LoadingBar isLoading />
        <LoadingBar isLoading={false} />
      </div>
    ),
  },
  'split-pane.tsx': {
    title: 'Split pane',
    States: () => (
      <div className="h-24 border border-line">
        <SplitPane
          label="Resize the example"
          main={<p className="p-3">Main</p>}
          side={<p className="p-3">Side</p>}
          initial={160}
          least={80}
        />
      </div>
    ),
  },
}
